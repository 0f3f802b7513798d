/** What is asked of a company of any size. */
import { requestText, type Connection, type RequestText } from '@muster/test-kit/http-connection';
import type { ScaleSeed } from './scale-seed.ts';

/** Small, so that the fiftieth page exists where there are a thousand issues. */
const PAGE = 15;
const DEEP = 50;

export interface Question {
  readonly name: string;
  /** The request of one step, or nothing when there is no more to ask for. */
  ask(seed: ScaleSeed, step: number): RequestText | undefined;
  readonly expected: number;
}

/** The cursor of the fiftieth page, found by walking there. */
export async function deepCursor(seed: ScaleSeed, connection: Connection): Promise<string> {
  let cursor = '';
  for (let page = 1; page < DEEP; page += 1) {
    const { status, head } = await connection.send(
      requestText(list({ limit: PAGE, ...(cursor ? { cursor } : {}) })(seed)),
    );
    cursor = /^next-cursor: *(\S+)/im.exec(head)?.[1] ?? '';
    if (status !== 200 || cursor === '') throw new Error(`there is no page ${page + 1}`);
  }
  return cursor;
}

const list =
  (query: Readonly<Record<string, string | number>>) =>
  ({ companyId, reader }: ScaleSeed): RequestText => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    const path = `/api/companies/${companyId}/issues?${search.toString()}`;
    return { method: 'GET', path, token: reader.token };
  };

const get =
  (path: (seed: ScaleSeed) => string) =>
  (seed: ScaleSeed): RequestText => ({ method: 'GET', path: path(seed), token: seed.reader.token });

const reads = (name: string, ask: Question['ask']): Question => ({ name, ask, expected: 200 });

const filters = [
  'status',
  'priority',
  'assigneeAgentId',
  'assigneeUserId',
  'projectId',
  'goalId',
  'parentId',
  'labelId',
  'updatedSince',
];

export const questions = (cursors: ReadonlyMap<ScaleSeed, string>): Question[] => [
  ...readQuestions(cursors),
  ...writeQuestions,
];

const readQuestions = (cursors: ReadonlyMap<ScaleSeed, string>): Question[] => [
  reads(
    'inbox',
    get(() => '/api/agents/me/inbox'),
  ),
  reads('first page', list({ limit: PAGE })),
  reads('page 50', (seed) => list({ limit: PAGE, cursor: cursors.get(seed) ?? '' })(seed)),
  ...filters.map((name) =>
    reads(`filter ${name}`, (seed) =>
      list({ limit: PAGE, [name]: seed.filters[name] ?? '' })(seed),
    ),
  ),
  reads('filter status and assigneeAgentId', (seed) =>
    list({
      limit: PAGE,
      status: 'todo,blocked',
      assigneeAgentId: seed.filters['assigneeAgentId'] ?? '',
    })(seed),
  ),
  reads('search for a rare word', (seed, step) =>
    list({ limit: PAGE, q: `marker${100 + (step % 800)}end` })(seed),
  ),
  reads('search for a common word', list({ limit: PAGE, q: 'everywhere' })),
  reads(
    'get with ancestors',
    get(({ leafId }) => `/api/issues/${leafId}`),
  ),
];

const writeQuestions: readonly Question[] = [
  {
    name: 'create',
    expected: 201,
    ask: ({ companyId, reader }, step) => ({
      method: 'POST',
      path: `/api/companies/${companyId}/issues`,
      token: reader.token,
      body: { title: `Made while measuring ${step}`, description: 'Once more. '.repeat(20) },
    }),
  },
  {
    name: 'checkout',
    expected: 200,
    ask: ({ reader, claimable }) => {
      const issueId = claimable.pop();
      return issueId === undefined
        ? undefined
        : {
            method: 'POST',
            path: `/api/issues/${issueId}/checkout`,
            token: reader.token,
            body: { agentId: reader.id, expectedStatuses: ['todo'] },
          };
    },
  },
];
