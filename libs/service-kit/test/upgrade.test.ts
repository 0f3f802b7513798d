import { agents } from '@muster/contracts';
import { many, one, sql, startService, type RunningService } from '@muster/service-kit';
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
import { endRelease, releaseBefore, ROOT, startRelease, startStreamingNats } from './releases.ts';

const COMPANIES = lengthOf({ full: 20, short: 5 });
/** Each adds and takes away processes of one of the releases. */
const ROUNDS = lengthOf({ full: 20, short: 4 });
const EVENTS_PER_ROUND = 5;
/** Starts of processes and what lags after them, on a busy machine. */
const UPGRADE_MS = lengthOf({ full: 900_000, short: 180_000 });

let stage: Stage<typeof ledger>;
let admin: Admin;
let nats: Awaited<ReturnType<typeof startStreamingNats>> | undefined;
let before: ChildProcess | undefined;
let later: RunningService | undefined;
const trials = openTrials();
beforeAll(async () => {
  if (releaseBefore() !== ROOT) nats = await startStreamingNats();
  stage = await openStage(ledgerService, { env: nats ? { NATS_URL: nats.url } : {} });
  admin = await stage.admin();
  await stage.standIn(agents);
  await stage.service.stop();
});
afterAll(async () => {
  if (before) await endRelease(before, 'SIGKILL');
  await later?.stop();
  await stage.close();
  await nats?.stop();
  recordTrials({
    promise: 'P17',
    by: 'libs/service-kit/test/upgrade',
    faults: ROUNDS,
    ...trials.result(),
    how: `events of ${COMPANIES} companies during ${ROUNDS} steps of upgrades and rollbacks`,
  });
});

const companies = Array.from({ length: COMPANIES }, () => aCompany().companyId);
const namesOf = (rounds: number): string[] =>
  Array.from({ length: rounds * EVENTS_PER_ROUND }, (_, n) => `name ${n}`);

/** Renames each company, and hires an agent of that name. */
async function emitInAll(names: readonly string[]): Promise<void> {
  for (const name of names) {
    for (const companyId of companies) {
      const payload = aCompany({ companyId, name });
      const renamed = { companyId, entityId: companyId, payload };
      await stage.emitFrom(agents, 'company.updated', renamed);
      const hired = anAgent({ name });
      const event = { companyId, entityId: hired.agentId, payload: hired };
      await stage.emitFrom(agents, 'agent.created', event);
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

/** In the order in which they were written. */
const heardOf = async (companyId: string): Promise<string[]> => {
  const rows = await many<{ name: string }>(
    admin,
    sql`select name from heard where company_id = ${companyId} order by seq limit 10000`,
  );
  return rows.map(({ name }) => name);
};

it(
  'loses nothing and does nothing twice while releases go forth and back under load',
  { timeout: UPGRADE_MS },
  async () => {
    const checkout = releaseBefore();
    const names = namesOf(ROUNDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = round * EVENTS_PER_ROUND;
      const load = emitInAll(names.slice(from, from + EVENTS_PER_ROUND));
      await Promise.all([step(round, checkout), load]);
      // One of them moves the cursors alone.
      if (round % 2 === 0) await allPassed((round + 1) * EVENTS_PER_ROUND * 2);
    }
    const { OPS_PORT: _, ...env } = stage.env;
    later ??= await startService(laterLedger, env);
    if (before) await endRelease(before, 'SIGTERM');
    for (const companyId of companies) {
      await trials.of(names.length, () =>
        expect.poll(() => heardOf(companyId), { timeout: 60_000 }).toEqual(names),
      );
      // A release that knows no reactions by their numbers has had all that this one has.
      if (checkout !== ROOT) continue;
      await expect.poll(() => hiredOf(admin, companyId), { timeout: 60_000 }).toEqual(names);
    }
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
