/** What is asked of a company of any size. */
import { requestText, type Connection, type RequestText } from '@muster/test-kit/http-connection';
import { COMMENT, newClaim, newCost, newIssue } from '../bodies.ts';
import type { ScaleSeed } from './seed.ts';
import type { AgentKey } from '../seed.ts';

/** Small, so that the fiftieth page exists where there are a thousand issues. */
const PAGE = 15;
const DEEP = 50;

export interface Question {
  readonly name: string;
  /** The requests of one step, sent at the same time; none when there is no more to ask for. */
  ask(seed: ScaleSeed, step: number): readonly RequestText[];
  /** The statuses of the answers, in ascending order. */
  readonly expected: readonly number[];
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

type AskOne = (seed: ScaleSeed, step: number) => RequestText;

const single = (name: string, expected: number, ask: AskOne): Question => ({
  name,
  expected: [expected],
  ask: (seed, step) => [ask(seed, step)],
});
const reads = (name: string, ask: AskOne): Question => single(name, 200, ask);

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
    'me',
    get(() => '/api/agents/me'),
  ),
  reads(
    'inbox',
    get(() => '/api/agents/me/inbox'),
  ),
  reads('dashboard', ({ companyId, boardToken }) => ({
    method: 'GET',
    path: `/api/companies/${companyId}/dashboard`,
    token: boardToken,
  })),
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

const write = (
  method: 'POST' | 'PATCH',
  { token }: AgentKey,
  path: string,
  body: object,
): RequestText => ({ method, path: `/api${path}`, token, body });

const claim = (agent: AgentKey, issueId: string): RequestText =>
  write('POST', agent, `/issues/${issueId}/checkout`, newClaim(agent.id));

const writeQuestions: readonly Question[] = [
  single('create', 201, ({ companyId, reader }, step) =>
    write('POST', reader, `/companies/${companyId}/issues`, newIssue(step)),
  ),
  single('comment', 201, ({ reader, leafId }) =>
    write('POST', reader, `/issues/${leafId}/comments`, COMMENT),
  ),
  single('patch', 200, ({ reader, leafId }, step) =>
    write('PATCH', reader, `/issues/${leafId}`, { priority: step % 2 === 0 ? 'high' : 'low' }),
  ),
  // Without an issue: the rows were not made by requests, so billing has not heard of them.
  single('cost', 201, ({ companyId, reader }) =>
    write('POST', reader, `/companies/${companyId}/cost-events`, newCost(reader.id)),
  ),
  {
    name: 'checkout',
    expected: [200],
    ask: ({ reader, claimable }) => claimable.splice(-1).map((issueId) => claim(reader, issueId)),
  },
  {
    name: 'race',
    expected: [200, 409],
    ask: ({ reader, rival, claimable }) =>
      claimable.splice(-1).flatMap((id) => [claim(reader, id), claim(rival, id)]),
  },
];
