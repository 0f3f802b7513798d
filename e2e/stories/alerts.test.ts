/**
 * States of a real system that an operator has to hear of, and the rules of their alerts on the
 * metrics that the services export then. What takes minutes until an alert looks at it is made older
 * in the tables.
 */
import { agents } from '@muster/contracts';
import { statements } from '@muster/deploy/commands';
import { promtool } from '@muster/deploy/promtool';
import { describeEach, until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { createCompany } from '../fixtures/builders.ts';
import {
  lagReaction,
  lastAttempt,
  lockBooks,
  someRow,
  stallBulkEffect,
  type Late,
} from '../fixtures/late-work.ts';
import { firesNow } from '../world/alerts.ts';
import { queryOnce, refuseWrites, useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

/** A lag counts from the sweep that first sees it, and its alert asks for 30 s. */
const FIRES_WITHIN_MS = 90_000;

const world = useWorld();
const sql = useSql(world);

const states = {
  lag: 'MusterEventsNotApplied',
  blocked: 'MusterCompanyBlocked',
  deadLetter: 'MusterDeadLetters',
  reactions: 'MusterReactionsLag',
  bulkEffect: 'MusterBulkEffectStalled',
} as const;
type State = keyof typeof states;

/** The states whose alerts fire now. */
async function alarming(): Promise<State[]> {
  const found: State[] = [];
  for (const [state, alert] of Object.entries(states) as [State, string][]) {
    if (await firesNow(world(), alert)) found.push(state);
  }
  return found;
}

/** Waits until the alert of a state fires, or no longer does; then answers with all that fire. */
async function alarmingOnce(state: State, isOn = true): Promise<State[]> {
  const alert = states[state];
  await until(
    `${alert} ${isOn ? 'to fire' : 'to end'}`,
    async () => ((await firesNow(world(), alert)) === isOn ? true : undefined),
    FIRES_WITHIN_MS,
  );
  return alarming();
}

const lateOf = (companyId: string): Late => ({ world: world(), sql, companyId });

const rename = (companyId: string) =>
  world().board.call(agents, 'updateCompany', { companyId, name: `Renamed ${companyId}` });

describeEach(['promtool'], () => promtool !== undefined)(
  'by the rules as %s evaluates them, the real metrics report',
  () => {
    it('events that wait for a lock', async () => {
      const { id: companyId } = await createCompany(world().board);
      expect(await alarming()).toEqual([]);
      const lock = await lockBooks(lateOf(companyId));
      await rename(companyId);
      expect(await alarmingOnce('lag')).toEqual(['lag']);
      await lock.release();
      expect(await alarmingOnce('lag', false)).toEqual([]);
    });

    it('a reaction that is behind the others of its company', async () => {
      const { id: companyId } = await createCompany(world().board);
      await someRow(
        lateOf(companyId),
        'the cursor behind the creation',
        `select from billing.cursors where company_id = $1 and producer = 'agents' and last_seq > 0`,
      );
      const lock = await lagReaction(lateOf(companyId));
      expect(await alarmingOnce('reactions')).toEqual(['reactions']);
      await lock.release();
      expect(await alarmingOnce('reactions', false)).toEqual([]);
    });

    it('a bulk effect whose step fails', async () => {
      const { id: companyId } = await createCompany(world().board);
      const allow = await stallBulkEffect(lateOf(companyId));
      expect(await alarmingOnce('bulkEffect')).toEqual(['bulkEffect']);
      await allow();
      await sql.rows('update issues.bulk_effects set due_at = now() where company_id = $1', [
        companyId,
      ]);
      expect(await alarmingOnce('bulkEffect', false)).toEqual([]);
    });

    it('an event that cannot be applied, and its dead letter', async () => {
      const { id: companyId } = await createCompany(world().board);
      const allow = await refuseWrites(sql, 'billing.companies', companyId, 'version < 2');
      await rename(companyId);
      expect(await alarmingOnce('blocked')).toEqual(['blocked']);
      await lastAttempt(lateOf(companyId));
      expect(await alarmingOnce('deadLetter')).toContain('deadLetter');
      expect(await alarmingOnce('blocked', false)).toEqual(['deadLetter']);
      await allow();
    });
  },
);

describe('the statements on pages for operators', () => {
  it('can be run', async () => {
    expect(statements.length).toBeGreaterThan(10);
    const failed: string[] = [];
    for (const { page, text } of statements) {
      // In the schema of any service, whose tables of the kit are the same; nothing is executed.
      const planned = `set search_path = issues; explain ${text}`;
      await queryOnce(world().stack.databaseUrl, planned).catch((error: unknown) =>
        failed.push(`${page}: ${text}: ${String(error)}`),
      );
    }
    expect(failed).toEqual([]);
  });
});
