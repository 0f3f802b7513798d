/**
 * Lists that are read page by page under concurrent writes: unchanged rows occur exactly once, and no
 * row occurs twice in the same version.
 */
import { Activity, agents, Agent, Comment, IssueSummary, issues } from '@muster/contracts';
import { lengthOf } from '@muster/test-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addAgent,
  addIssue,
  addAgentWithKey,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { inParallel } from '../world/in-parallel.ts';
import { readAll } from '../world/read-lists.ts';
import { useSharedWorld } from '../world/use-world.ts';

/** Rows that stay unchanged; as many others change. */
const UNCHANGED = lengthOf({ full: 120, short: 60 });
const CHANGING = UNCHANGED;
/** Complete reads of the list, of a dozen pages or more. */
const READINGS = lengthOf({ full: 8, short: 3 });
const PAGE = 9;
const WRITERS = 3;
const SETUP_CONCURRENCY = 8;
const TIMEOUT_MS = 300_000;

const PRIORITIES = ['critical', 'high', 'medium', 'low'] as const;

const world = useSharedWorld();
let companyId: string;
let ann: AgentWithKey;
beforeAll(async () => {
  ({ id: companyId } = await createCompany(world().board));
  ann = await addAgentWithKey(world(), companyId, { name: 'Ann' });
});

/** Reads repeatedly, while the writers write as fast as they can. */
async function readWhile<T>(
  read: () => Promise<T[]>,
  write: (turn: number) => Promise<unknown>,
): Promise<T[][]> {
  const seen: T[][] = [];
  let turn = 0;
  let isReading = true;
  const writer = async (): Promise<void> => {
    while (isReading) await write(turn++);
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, writer));
  try {
    for (let reading = 0; reading < READINGS; reading += 1) seen.push(await read());
  } finally {
    isReading = false;
  }
  await writing;
  expect(turn).toBeGreaterThan(READINGS);
  return seen;
}

async function make(count: number, one: (index: number) => Promise<{ id: string }>) {
  const made: string[] = [];
  await inParallel(count, SETUP_CONCURRENCY, async (index) => {
    made.push((await one(index)).id);
  });
  return made;
}

/** The ids that do not occur exactly once. */
function notOnce(ids: readonly string[], rows: readonly { id: string }[]): string[] {
  const times = Map.groupBy(rows, ({ id }) => id);
  return ids.filter((id) => times.get(id)?.length !== 1);
}

const repeated = (keys: readonly string[]): string[] =>
  keys.filter((key, index) => keys.indexOf(key) !== index);

describe('pages that are read under concurrent writes', () => {
  it.each([
    ['', ''],
    ['of some statuses', '?status=backlog,todo'],
    ['of a search', '?q=paged'],
    ['of an assignee', '?assigneeAgentId=ann'],
  ])(
    'lose and repeat no issue %s',
    async (_, query) => {
      const { board } = world();
      const { id: company } = await createCompany(board);
      const {
        agent: { id: assigneeAgentId },
      } = await addAgentWithKey(world(), company);
      const add = (index: number) =>
        addIssue(board, company, {
          title: `Paged ${index}`,
          priority: PRIORITIES[index % 4] ?? 'low',
          assigneeAgentId,
        });
      const unchanged = await make(UNCHANGED, add);
      const changing = await make(CHANGING, add);
      const path = `/api/companies/${company}/issues${query.replace('=ann', `=${assigneeAgentId}`)}`;
      const readings = await readWhile(
        () => readAll(board, path, IssueSummary, PAGE),
        // The position in the list depends on the priority and on the time of the last change.
        (turn) =>
          board.call(issues, 'updateIssue', {
            issueId: changing[turn % CHANGING] ?? '',
            title: `Paged again ${turn}`,
            priority: PRIORITIES[(turn * 7) % 4] ?? 'low',
          }),
      );
      for (const rows of readings) {
        expect(notOnce(unchanged, rows)).toEqual([]);
        expect(repeated(rows.map(({ id, version }) => `${id} ${version}`))).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );

  it.each(['asc', 'desc'] as const)(
    'lose and repeat no comment, %s',
    async (order) => {
      const { board } = world();
      const { id: issueId } = await addIssue(board, companyId);
      const comment = (body: string) => ann.caller.call(issues, 'addComment', { issueId, body });
      const first = await make(UNCHANGED, (index) => comment(`First ${index}`));
      const path = `/api/issues/${issueId}/comments?order=${order}`;
      const readings = await readWhile(
        () => readAll(board, path, Comment, PAGE),
        (turn) => comment(`Later ${turn}`),
      );
      for (const rows of readings) {
        expect(notOnce(first, rows)).toEqual([]);
        expect(repeated(rows.map(({ id }) => id))).toEqual([]);
      }
      // A later read has the rows of an earlier one in the same order.
      const [early = [], late = []] = [readings[0], readings.at(-1)].map((rows = []) =>
        (order === 'asc' ? rows : rows.toReversed()).map(({ id }) => id),
      );
      expect(late.slice(0, early.length)).toEqual(early);
    },
    TIMEOUT_MS,
  );

  it(
    'lose and repeat no activity',
    async () => {
      const { board } = world();
      const path = `/api/companies/${companyId}/activity`;
      const before = (await readAll(board, path, Activity)).map(({ id }) => id);
      const { id: issueId } = await addIssue(board, companyId);
      // The logs of two services are merged into one list.
      const readings = await readWhile(
        () => readAll(board, path, Activity, 100),
        (turn) =>
          turn % 2 === 0
            ? board.call(issues, 'updateIssue', { issueId, title: `Turn ${turn}` })
            : board.call(agents, 'updateAgent', { agentId: ann.agent.id, title: `Turn ${turn}` }),
      );
      for (const rows of readings) {
        expect(notOnce(before, rows)).toEqual([]);
        expect(repeated(rows.map(({ id }) => id))).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'lose and repeat no agent',
    async () => {
      const { board } = world();
      const { id: pagedCompany } = await createCompany(board);
      const unchanged = await make(UNCHANGED, () => addAgent(board, pagedCompany));
      const changing = await make(WRITERS * 4, () => addAgent(board, pagedCompany));
      const readings = await readWhile(
        () => readAll(board, `/api/companies/${pagedCompany}/agents`, Agent, PAGE),
        (turn) =>
          turn % 8 === 0
            ? addAgent(board, pagedCompany)
            : board.call(agents, 'updateAgent', {
                agentId: changing[turn % changing.length] ?? '',
                name: `${turn % 5} ${turn}`,
              }),
      );
      for (const rows of readings) {
        expect(notOnce(unchanged, rows)).toEqual([]);
        expect(repeated(rows.map(({ id }) => id))).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );
});
