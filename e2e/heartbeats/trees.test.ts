/**
 * Issues are split and their last two children end at the same moment, while every service and NATS is killed
 * in turn. In the end the agent of each parent was woken exactly once by them.
 */
import { issues } from '@muster/contracts';
import { lengthOf, recordTrials } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { faultsOfTrees, type Tree } from '../checkers/trees.ts';
import { addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { inParallel } from '../world/in-parallel.ts';
import { insist } from '../world/insist.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { untilWakesSettle } from './settled-wakes.ts';
import { spreadKills } from './spread-kills.ts';

const TREES = lengthOf({ full: 10_000, short: 100 });
/** Kills of each victim, spread over the trees. */
const ROUNDS = lengthOf({ full: 6, short: 1 });
const CONCURRENCY = 4;
const MANAGERS = 10;
const TIMEOUT_MS = lengthOf({ full: 2_400_000, short: 180_000 });
const SETTLE_MS = lengthOf({ full: 600_000, short: 60_000 });

const world = useWorld({ settings: { RUN_CONCURRENCY: '4' } });
const sql = useSql(world);

it(
  `the parents of ${TREES} trees are each told once that their children have ended, whatever is killed`,
  async () => {
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const managers = await Promise.all(
      Array.from({ length: MANAGERS }, (_, n) =>
        addAgentWithKey(world(), companyId, {
          name: `Manager ${n}`,
          adapterType: 'process',
          adapterConfig: { command: 'true' },
          runtimeConfig: {},
        }),
      ),
    );
    const kills = spreadKills(stack, ROUNDS, TREES);
    const parents: string[] = [];

    const growAndFell = async (number: number): Promise<void> => {
      const assigneeAgentId = managers[number % MANAGERS]?.agent.id;
      const { id: issueId } = await insist((headers) =>
        board.call(
          issues,
          'createIssue',
          { companyId, title: `Tree ${number}`, status: 'todo', assigneeAgentId },
          headers,
        ),
      );
      const { children } = await insist((headers) =>
        board.call(
          issues,
          'createChildren',
          { issueId, children: [{ title: 'Left' }, { title: 'Right' }] },
          headers,
        ),
      );
      const end = ({ id }: { id: string }) =>
        insist((headers) =>
          board.call(issues, 'updateIssue', { issueId: id, status: 'cancelled' }, headers),
        );
      await Promise.all(children.map(end));
      parents.push(issueId);
      kills.done();
    };
    await inParallel(TREES, CONCURRENCY, growAndFell);
    await stack.whenReady();
    await untilWakesSettle(sql, companyId, SETTLE_MS);

    const trees = await treesOf(companyId);
    const faults = faultsOfTrees(parents, trees);
    recordTrials({
      promise: 'P22',
      by: 'e2e/heartbeats/trees',
      trials: parents.length,
      faults: kills.struck(),
      violations: faults.length,
      how: `${parents.length} trees whose last two children end at once, ${kills.struck()} kills`,
    });
    expect(kills.struck()).toBe(kills.planned);
    expect(parents).toHaveLength(TREES);
    expect(faults).toEqual([]);
  },
  TIMEOUT_MS,
);

async function treesOf(companyId: string): Promise<Tree[]> {
  const rows = await sql.rows(
    `
    with settled as (
      select entity_id as issue_id, count(*)::int as settled from issues.events
      where company_id = $1 and type = 'issue.children_settled' group by 1
    ), woken as (
      select w.issue_id, jsonb_agg(jsonb_build_object(
        'status', w.status, 'wasStarted', r.started_at is not null)) as wakes
      from scheduler.wakeups w left join scheduler.runs r on r.id = w.run_id
      where w.company_id = $1 and w.reason = 'children_settled' group by 1
    )
    select issue_id::text as "issueId", coalesce(settled, 0) as settled, coalesce(wakes, '[]') as wakes
    from settled full join woken using (issue_id)`,
    [companyId],
  );
  return rows as unknown as Tree[];
}
