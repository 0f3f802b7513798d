/**
 * Lists that are read page by page while others write: what stays as it is comes exactly once,
 * and nothing comes twice as it was.
 */
import { Activity, agents, Agent, Comment, IssueSummary, issues } from '@muster/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addAgent, addIssue, addMember, foundCompany } from '../harness/builders.ts';
import type { Member } from '../harness/builders.ts';
import { inLanes } from '../harness/lanes.ts';
import { lengthOf } from '../harness/length.ts';
import { readAll } from '../harness/log.ts';
import { useCommonWorld } from '../harness/stack.ts';

/** Of each kind: half of them stay as they are. */
const QUIET = lengthOf({ full: 120, short: 60 });
const RESTLESS = QUIET;
/** Whole readings, each of a dozen pages and more. */
const READINGS = lengthOf({ full: 8, short: 3 });
const PAGE = 9;
const WRITERS = 3;
const SETUP_LANES = 8;
const TIMEOUT_MS = 300_000;

const PRIORITIES = ['critical', 'high', 'medium', 'low'] as const;

const world = useCommonWorld();
let companyId: string;
let ann: Member;
beforeAll(async () => {
  ({ id: companyId } = await foundCompany(world().board));
  ann = await addMember(world(), companyId, { name: 'Ann' });
});

/** Reads again and again, while the writers write as fast as they can. */
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
  await inLanes(count, SETUP_LANES, async (index) => {
    made.push((await one(index)).id);
  });
  return made;
}

/** How often each of them is among the rows; `[]` when all are there once. */
function notOnce(ids: readonly string[], rows: readonly { id: string }[]): string[] {
  const times = Map.groupBy(rows, ({ id }) => id);
  return ids.filter((id) => times.get(id)?.length !== 1);
}

const repeated = (keys: readonly string[]): string[] =>
  keys.filter((key, index) => keys.indexOf(key) !== index);

describe('pages that are read while others write', () => {
  test.each([
    ['', ''], ['of some statuses', '?status=backlog,todo'], ['that are searched', '?q=paged'],
    ['of an assignee', '?assigneeAgentId=ann'],
  ])('lose and repeat no issue %s', async (_, query) => {
    const { board } = world();
    const { id: company } = await foundCompany(board);
    const { agent: { id: assigneeAgentId } } = await addMember(world(), company);
    const add = (index: number) => addIssue(board, company, {
      title: `Paged ${index}`, priority: PRIORITIES[index % 4] ?? 'low', assigneeAgentId,
    });
    const quiet = await make(QUIET, add);
    const restless = await make(RESTLESS, add);
    const path = `/api/companies/${company}/issues${query.replace('=ann', `=${assigneeAgentId}`)}`;
    const readings = await readWhile(
      () => readAll(board, path, IssueSummary, PAGE),
      // The place in the list changes with the priority as with the time of the change.
      (turn) => board.call(issues, 'updateIssue', {
        issueId: restless[turn % RESTLESS] ?? '', title: `Paged again ${turn}`,
        priority: PRIORITIES[(turn * 7) % 4] ?? 'low',
      }),
    );
    for (const rows of readings) {
      expect(notOnce(quiet, rows)).toEqual([]);
      expect(repeated(rows.map(({ id, version }) => `${id} ${version}`))).toEqual([]);
    }
  }, TIMEOUT_MS);

  test.each(['asc', 'desc'] as const)('lose and repeat no comment, %s', async (order) => {
    const { board } = world();
    const { id: issueId } = await addIssue(board, companyId);
    const say = (body: string) => ann.caller.call(issues, 'addComment', { issueId, body });
    const first = await make(QUIET, (index) => say(`First ${index}`));
    const path = `/api/issues/${issueId}/comments?order=${order}`;
    const readings = await readWhile(
      () => readAll(board, path, Comment, PAGE), (turn) => say(`Later ${turn}`),
    );
    for (const rows of readings) {
      expect(notOnce(first, rows)).toEqual([]);
      expect(repeated(rows.map(({ id }) => id))).toEqual([]);
    }
    // What one reading has seen, the next one sees in the same order.
    const [early = [], late = []] = [readings[0], readings.at(-1)]
      .map((rows = []) => (order === 'asc' ? rows : rows.toReversed()).map(({ id }) => id));
    expect(late.slice(0, early.length)).toEqual(early);
  }, TIMEOUT_MS);

  test('lose and repeat no activity', async () => {
    const { board } = world();
    const path = `/api/companies/${companyId}/activity`;
    const before = (await readAll(board, path, Activity)).map(({ id }) => id);
    const { id: issueId } = await addIssue(board, companyId);
    // Two services write logs that are merged into one list.
    const readings = await readWhile(
      () => readAll(board, path, Activity, 100),
      (turn) => (turn % 2 === 0
        ? board.call(issues, 'updateIssue', { issueId, title: `Turn ${turn}` })
        : board.call(agents, 'updateAgent', { agentId: ann.agent.id, title: `Turn ${turn}` })),
    );
    for (const rows of readings) {
      expect(notOnce(before, rows)).toEqual([]);
      expect(repeated(rows.map(({ id }) => id))).toEqual([]);
    }
  }, TIMEOUT_MS);

  test('lose and repeat no agent', async () => {
    const { board } = world();
    const { id: elsewhere } = await foundCompany(board);
    const quiet = await make(QUIET, () => addAgent(board, elsewhere));
    const restless = await make(WRITERS * 4, () => addAgent(board, elsewhere));
    const readings = await readWhile(
      () => readAll(board, `/api/companies/${elsewhere}/agents`, Agent, PAGE),
      (turn) => (turn % 8 === 0
        ? addAgent(board, elsewhere)
        : board.call(agents, 'updateAgent', {
          agentId: restless[turn % restless.length] ?? '', name: `${turn % 5} ${turn}`,
        })),
    );
    for (const rows of readings) {
      expect(notOnce(quiet, rows)).toEqual([]);
      expect(repeated(rows.map(({ id }) => id))).toEqual([]);
    }
  }, TIMEOUT_MS);
});
