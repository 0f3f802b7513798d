import { agents } from '@muster/contracts';
import { many, maybeOne, newId, one, sql, type RunningService } from '@muster/service-kit';
import {
  aCompany,
  lengthOf,
  openStage,
  openTrials,
  recordTrials,
  until,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endless, failing, ledgerService, type ledger } from './ledger.ts';

/** Processes of the service that all meet the same failing event, besides the first. */
const MORE_REPLICAS = 5;
const COMPANIES = 8;
/** Longer than a statement waits for a lock, so that each process meets it more than once. */
const LOCKED_SECONDS = lengthOf({ full: 60, short: 14 });
const TEST_TIMEOUT_MS = 120_000;

let stage: Stage<typeof ledger>;
let replicas: RunningService[];
const trials = openTrials();

beforeAll(async () => {
  stage = await openStage(ledgerService);
  const started = [stage.service];
  for (let index = 0; index < MORE_REPLICAS; index += 1) started.push(await stage.replica());
  replicas = started;
}, TEST_TIMEOUT_MS);

afterAll(async () => {
  await stage.close();
  recordTrials({
    promise: 'P16',
    by: 'libs/service-kit/test/attempts',
    faults: 1,
    ...trials.result(),
    how:
      `${COMPANIES} companies whose event fails in ${MORE_REPLICAS + 1} processes, and ` +
      `${COMPANIES} whose reaction waits ${LOCKED_SECONDS} s for a table that is locked`,
  });
}, TEST_TIMEOUT_MS);

/** Companies with one event each. */
async function emitNamed(name: string): Promise<string[]> {
  const payloads = Array.from({ length: COMPANIES }, () => aCompany({ name }));
  for (const payload of payloads) {
    const { companyId } = payload;
    await stage.emitFrom(agents, 'company.created', { companyId, entityId: companyId, payload });
  }
  return payloads.map(({ companyId }) => companyId);
}

const sweepInAll = () => Promise.all(replicas.map((replica) => replica.sweep()));

/** The attempts that are recorded, and the seconds since the first of them. */
const attemptsOf = (companyId: string) =>
  maybeOne<{ attempts: number; seconds: number }>(
    stage.db,
    sql`
    select attempts, extract(epoch from now() - since)::float8 as seconds from failures
    where company_id = ${companyId}`,
  );

it(
  'counts each try of the effect once, however many processes meet the failing event',
  async () => {
    const name = `fails ${newId()}`;
    failing.add(name);
    const companies = await emitNamed(name);
    await trials.of(COMPANIES, async () => {
      for (const companyId of companies) {
        const { attempts, seconds } = await until('three attempts', async () => {
          await sweepInAll();
          const recorded = await attemptsOf(companyId);
          return recorded && recorded.attempts >= 3 ? recorded : undefined;
        });
        // The pauses between the attempts double and begin with a second.
        expect(seconds).toBeGreaterThanOrEqual(2 ** (attempts - 1) - 1);
      }
    });
    failing.delete(name);
  },
  TEST_TIMEOUT_MS,
);

it(
  'takes a lock that somebody else holds for no failure of the event',
  async () => {
    const name = `waits ${newId()}`;
    const { client } = await stage.admin();
    await client.query('begin; lock table heard in access exclusive mode');
    const companies = await emitNamed(name);
    const locked = client.query(`select pg_sleep(${LOCKED_SECONDS}); commit`);
    const held = new AbortController();
    const met = (async () => {
      while (!held.signal.aborted) await sweepInAll();
    })();
    await locked;
    held.abort();
    await met;
    await trials.of(COMPANIES, async () => {
      for (const companyId of companies) {
        await until('the effect', async () => {
          const found = await many(
            stage.db,
            sql`select seq from heard where company_id = ${companyId} limit 2`,
          );
          return found[0];
        });
      }
      const { failed } = await one<{ failed: number }>(
        stage.db,
        sql`
        select count(*)::int4 as failed from failures
        where company_id = any(${companies}::uuid[])`,
      );
      expect(failed).toBe(0);
    });
  },
  TEST_TIMEOUT_MS,
);

it(
  'counts a statement that takes longer than it may as a failure of the event',
  async () => {
    const name = `never ends ${newId()}`;
    endless.add(name);
    const payload = aCompany({ name });
    const { companyId } = payload;
    await stage.emitFrom(agents, 'company.created', { companyId, entityId: companyId, payload });
    const { error } = await until(
      'the failure',
      () =>
        maybeOne<{ error: string }>(
          stage.db,
          sql`select error from failures where company_id = ${companyId}`,
        ),
      TEST_TIMEOUT_MS,
    );
    expect(error).toContain('statement timeout');
    // The next try ends at once: closing waits for it.
    endless.delete(name);
  },
  TEST_TIMEOUT_MS,
);
