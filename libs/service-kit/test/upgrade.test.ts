import { agents } from '@muster/contracts';
import { one, sql, startService, type RunningService } from '@muster/service-kit';
import {
  aCompany,
  anAgent,
  lengthOf,
  openStage,
  openTrials,
  recordTrials,
  type Admin,
  type Stage,
} from '@muster/test-kit';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hiredOf, laterLedger } from './later-ledger.ts';
import { ledgerService, type ledger } from './ledger.ts';
import { endRelease, releaseBefore, startRelease } from './releases.ts';

const COMPANIES = lengthOf({ full: 20, short: 5 });
/** Each adds and takes away processes of one of the releases. */
const ROUNDS = lengthOf({ full: 20, short: 4 });
const HIRES_PER_ROUND = 5;
/** Starts of processes and what lags after them, on a busy machine. */
const UPGRADE_MS = lengthOf({ full: 900_000, short: 180_000 });

let stage: Stage<typeof ledger>;
let admin: Admin;
let before: ChildProcess | undefined;
let later: RunningService | undefined;
const trials = openTrials();
const moved = { byBefore: 0 };

beforeAll(async () => {
  stage = await openStage(ledgerService);
  admin = await stage.admin();
  await stage.standIn(agents);
  await stage.service.stop();
});
afterAll(async () => {
  if (before) await endRelease(before, 'SIGKILL');
  await later?.stop();
  await stage.close();
  recordTrials({
    promise: 'P17',
    by: 'libs/service-kit/test/upgrade',
    faults: ROUNDS,
    ...trials.result(),
    how: `events of ${COMPANIES} companies during ${ROUNDS} steps of upgrades and rollbacks; ${moved.byBefore} cursors left by the release before`,
  });
});

const companies = Array.from({ length: COMPANIES }, () => aCompany().companyId);
const namesOf = (rounds: number): string[] =>
  Array.from({ length: rounds * HIRES_PER_ROUND }, (_, n) => `hire ${n}`);

async function hireInAll(names: readonly string[]): Promise<void> {
  for (const name of names) {
    for (const companyId of companies) {
      const payload = anAgent({ name });
      const hired = { companyId, entityId: payload.agentId, payload };
      await stage.emitFrom(agents, 'agent.created', hired);
    }
  }
}

/** Old alone, old and new, new alone, both again; the old one is killed every other time. */
async function step(round: number, checkout: string): Promise<void> {
  const { OPS_PORT: _, ...env } = stage.env;
  if (round % 4 === 0 || round % 4 === 3) before ??= await startRelease(checkout, env);
  if (round % 4 === 1) later ??= await startService(laterLedger, env);
  if (round % 4 === 2 && before) {
    await endRelease(before, round % 8 === 2 ? 'SIGTERM' : 'SIGKILL');
    before = undefined;
  }
  if (round % 4 === 0 && later) {
    await later.stop();
    later = undefined;
  }
}

/** Cursors that a process of the release before has moved last. */
const countLeft = async (): Promise<number> => {
  const { count } = await one<{ count: number }>(
    admin,
    sql`
    select count(*)::int4 as count from cursors
    where last_seq > 0 and not coalesce('listHires' = any(in_step), false)`,
  );
  return count;
};

it(
  'loses nothing and does nothing twice while releases go forth and back under load',
  { timeout: UPGRADE_MS },
  async () => {
    const checkout = releaseBefore();
    const names = namesOf(ROUNDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = round * HIRES_PER_ROUND;
      const load = hireInAll(names.slice(from, from + HIRES_PER_ROUND));
      await Promise.all([step(round, checkout), load]);
      if (round % 4 === 0) {
        await allPassed((round + 1) * HIRES_PER_ROUND);
        moved.byBefore += await countLeft();
      }
    }
    const { OPS_PORT: _, ...env } = stage.env;
    later ??= await startService(laterLedger, env);
    if (before) await endRelease(before, 'SIGTERM');
    for (const companyId of companies) {
      await trials.of(names.length, () =>
        expect.poll(() => hiredOf(admin, companyId), { timeout: 60_000 }).toEqual(names),
      );
    }
    expect(moved.byBefore).toBeGreaterThan(0);
  },
);

const allPassed = (seq: number) =>
  expect
    .poll(
      async () =>
        one<{ count: number }>(
          admin,
          sql`select count(*)::int4 as count from cursors where last_seq >= ${seq}`,
        ),
      { timeout: 60_000 },
    )
    .toEqual({ count: COMPANIES });
