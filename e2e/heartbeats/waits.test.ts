/**
 * Agents wait for a moment and for deadlines. The scheduler is dead over that moment and issues is killed at it: each
 * wait ends once, late if need be, and wakes its agent once when the scheduler is back.
 */
import { lengthOf, recordTrials, until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { inParallel } from '../world/in-parallel.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { untilWakesSettle } from './settled-wakes.ts';

const WAITS = lengthOf({ full: 2_000, short: 200 });
const WAITS_PER_ISSUE = 10;
const AGENTS = 10;
const CONCURRENCY = 8;
/** All are made before it, also on a busy machine. */
const LEAD_MS = lengthOf({ full: 120_000, short: 20_000 });
const TIMEOUT_MS = lengthOf({ full: 900_000, short: 180_000 });
const SETTLE_MS = lengthOf({ full: 600_000, short: 90_000 });

const world = useWorld({ settings: { RUN_CONCURRENCY: '4' } });
const sql = useSql(world);

it(
  `${WAITS} waits end once and wake once, with the scheduler dead over their moment`,
  async () => {
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const program = { adapterType: 'process', adapterConfig: { command: 'true' } } as const;
    const agents = await Promise.all(
      Array.from({ length: AGENTS }, (_, n) =>
        addAgent(board, companyId, { name: `Waiter ${n}`, ...program }),
      ),
    );
    const moment = new Date(Date.now() + LEAD_MS).toISOString();
    const waitIds: string[] = [];
    await inParallel(WAITS / WAITS_PER_ISSUE, CONCURRENCY, async (number) => {
      const assigneeAgentId = agents[number % AGENTS]?.id;
      const issue = await addIssue(board, companyId, { status: 'todo', assigneeAgentId });
      for (let count = 0; count < WAITS_PER_ISSUE; count += 1) {
        const end = count % 2 === 0 ? { until: moment } : { signal: true, deadline: moment };
        const wait = await board.post(`/api/issues/${issue.id}/waits`, { ...end, note: 'Go on.' });
        waitIds.push((wait.body as { id: string }).id);
      }
    });
    await untilWakesSettle(sql, companyId, SETTLE_MS);
    expect(Date.now()).toBeLessThan(Date.parse(moment));

    stack.pause('scheduler');
    await until('the moment', () => Date.now() >= Date.parse(moment) || undefined, LEAD_MS + 1_000);
    stack.kill('issues');
    await until('the end of all waits', () => haveEnded(companyId), SETTLE_MS);
    expect(await wakesOf(companyId)).toEqual(new Map());

    stack.kill('scheduler');
    await stack.whenReady();
    await untilWakesSettle(sql, companyId, SETTLE_MS);
    const wakes = await wakesOf(companyId);
    const faults = waitIds.filter((id) => wakes.get(id) !== 1);
    recordTrials({
      promise: 'P22',
      by: 'e2e/heartbeats/waits',
      trials: waitIds.length,
      faults: 2,
      violations: faults.length,
      how: 'waits and deadlines of one moment, at which issues is killed and the scheduler dead',
    });
    expect(waitIds).toHaveLength(WAITS);
    expect(faults).toEqual([]);
    expect(await endsOf(companyId)).toEqual({ ended: WAITS, events: WAITS });
  },
  TIMEOUT_MS,
);

const haveEnded = async (companyId: string): Promise<true | undefined> =>
  (await endsOf(companyId)).ended === WAITS || undefined;

interface Ends {
  readonly ended: number;
  readonly events: number;
}

/** Waits that have ended, and events of their ends. */
async function endsOf(companyId: string): Promise<Ends> {
  const [row] = await sql.rows(
    `
    select (
      select count(*)::int from issues.waits where company_id = $1 and ended_at is not null
    ) as ended, (
      select count(*)::int from issues.events where company_id = $1 and type = 'issue.wait_ended'
    ) as events`,
    [companyId],
  );
  return row as unknown as Ends;
}

/** How many wake-ups each wait has made, all of which a started run has delivered. */
async function wakesOf(companyId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.rows(
    `
    select w.payload -> 'wait' ->> 'waitId' as wait, count(*)::int as wakes
    from scheduler.wakeups w join scheduler.runs r on r.id = w.run_id
    where w.company_id = $1 and w.reason = 'wait_ended' and r.started_at is not null group by 1`,
    [companyId],
  );
  return new Map(rows.map(({ wait, wakes }) => [String(wait), Number(wakes)]));
}
