/**
 * The dashboard for a first look, on a system where each of its questions has an answer: a company that is
 * noisy, a service that is slow, events that are lost or late. The queries are those of its panels.
 */
import { readFileSync } from 'node:fs';
import { agents, billing, issues, scheduler } from '@muster/contracts';
import { askedWith } from '@muster/deploy/queries';
import { until } from '@muster/test-kit';
import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import { runProgram } from '../world/own-nats.ts';
import {
  hasPrometheus,
  startPrometheus,
  type Prometheus,
  type Sample,
} from '../world/prometheus.ts';
import { holdLocked, refuseWrites, useSql, type LockHolder } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

/** One place for runs, which a run keeps on a busy machine as well, so that a second run has to wait. */
const settings = { COMPANY_METRICS: 'true', RUN_CONCURRENCY: '1', LEASE_SECONDS: '60' };
const world = useWorld({ replicas: 1, settings });
const sql = useSql(world);

/** `.ci/run` installs Prometheus; without it no query is asked. */
const asked = hasPrometheus() ? ['Prometheus'] : [];

let prometheus: Prometheus;
beforeAll(async () => {
  if (asked.length === 0) return;
  const { folder, stack } = world();
  const opsUrls = stack.opsUrls.map(({ url }) => url);
  prometheus = await startPrometheus({ opsUrls, folder }, []);
});
afterAll(() => prometheus?.stop());

/** What the queries of a panel of the dashboard find, in the order of the queries. */
function panel(title: string): Promise<Sample[][]> {
  const found = askedWith('1m').filter(({ where }) => where === `Muster: triage, ${title}`);
  if (found.length === 0) throw new Error(`there is no panel ${title}`);
  return Promise.all(found.map(({ expr }) => prometheus.samples(expr)));
}

/** Waits until a sample of a panel is as asked. */
const untilPanel = (title: string, isAsAsked: (samples: Sample[], query: number) => boolean) =>
  until(`the panel ${title}`, async () =>
    (await panel(title)).some((samples, query) => isAsAsked(samples, query)) ? true : undefined,
  );

const names = (companyId: string) => (samples: Sample[]) =>
  samples[0]?.labels['company'] === companyId;

/** Waits for a row of the company, which a statement finds or changes. */
const someRow = (what: string, text: string, companyId: string) =>
  until(what, async () => (await sql.rows(text, [companyId]))[0]);

const BOOKS = 'select from billing.companies where company_id = $1';

async function lockBooks(companyId: string): Promise<LockHolder> {
  await someRow('the books', BOOKS, companyId);
  return holdLocked(world().stack.databaseUrl, `${BOOKS} for update`, [companyId]);
}

/** A timer that is an hour late, because a transaction that hangs holds its row. */
async function lateTimer(companyId: string): Promise<LockHolder> {
  await addAgent(world().board, companyId, {
    adapterConfig: { command: '/bin/true' },
    runtimeConfig: { heartbeat: { enabled: true, intervalSec: 3_600, wakeOnDemand: false } },
  });
  const timer = 'select from scheduler.schedules where company_id = $1';
  await someRow('the timer', timer, companyId);
  // With this lock the row can be changed here, and not be claimed by a sweep.
  const lock = await holdLocked(world().stack.databaseUrl, `${timer} for key share`, [companyId]);
  await sql.rows(
    `update scheduler.schedules set next_due_at = now() - interval '1 hour' where company_id = $1`,
    [companyId],
  );
  return lock;
}

/** A run that has been queued for an hour, since another one has the only place. */
async function lateRun(companyId: string): Promise<void> {
  const { id: agentId } = await addAgent(world().board, companyId, {
    adapterConfig: { command: '/bin/true' },
    runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: true } },
  });
  await world().board.call(scheduler, 'wakeAgent', { agentId });
  await someRow(
    'a queued run',
    `update scheduler.runs set created_at = now() - interval '1 hour'
    where company_id = $1 and status = 'queued' returning id`,
    companyId,
  );
}

/** A bulk effect whose last step was an hour ago: the next one fails. */
async function lateBulkEffect(companyId: string): Promise<void> {
  const { board } = world();
  const newLabel = { companyId, name: 'Old', color: '#112233' };
  const { id: labelId } = await board.call(issues, 'createLabel', newLabel);
  await addIssue(board, companyId, { labelIds: [labelId] });
  await refuseWrites(sql, 'issues.issues', companyId, `label_ids <> '{}'`);
  await board.call(issues, 'deleteLabel', { labelId });
  await someRow(
    'a step that fails',
    `update issues.bulk_effects set advanced_at = now() - interval '1 hour'
    where company_id = $1 and attempts > 0 returning name`,
    companyId,
  );
}

/** A reaction that a release seems to have added an hour ago, and whose next event is locked out. */
async function lateBackfill(companyId: string): Promise<LockHolder> {
  const lock = await lockBooks(companyId);
  await sql.rows(
    `insert into billing.backfills (producer, company_id, entry, last_seq, moved_at)
    values ('agents', $1, 'copyCompanies company.created', 0, now() - interval '1 hour')`,
    [companyId],
  );
  return lock;
}

/** As an administrator deletes it: JetStream then accepts no event. */
async function deleteStream(): Promise<void> {
  const { url, seedFile = '' } = world().stack.access.nats('administrator');
  const nats = await connect({
    servers: url,
    authenticator: nkeyAuthenticator(readFileSync(seedFile)),
    inboxPrefix: '_INBOX.administrator',
  });
  const reply = await nats.request('$JS.API.STREAM.DELETE.EVENTS', '', { timeout: 20_000 });
  await nats.close();
  expect(reply.json()).toMatchObject({ success: true });
}

async function makeStream(): Promise<void> {
  const { url, seedFile = '' } = world().stack.access.nats('setup');
  const env = { NATS_URL: url, NATS_NKEY_SEED_FILE: seedFile };
  await runProgram('services/setup/src/main.ts', ['streams'], env);
}

describe.each(asked)('by the panels for a first look, as %s answers them', () => {
  it('the noisy company is first in requests, events, runs and cost', async () => {
    const { board } = world();
    const { id: quietId } = await createCompany(board);
    const { id: noisyId } = await createCompany(board);
    const { agentId } = await startLiveRun(world(), noisyId, 'busy');
    const { id: spenderId } = await addAgent(board, noisyId);
    for (let times = 0; times < 10; times += 1) {
      await addIssue(board, noisyId);
      await board.call(billing, 'recordCost', {
        companyId: noisyId,
        agentId: spenderId,
        provider: 'p',
        model: 'm',
        inputTokens: 1,
        outputTokens: 1,
        costCents: 10,
      });
    }
    await addIssue(board, quietId);
    await board.call(agents, 'terminateAgent', { agentId });
    for (const what of ['HTTP requests', 'Events', 'Ended runs', 'Cents booked']) {
      expect(await untilPanel(`${what} in a minute, busiest companies`, names(noisyId))).toBe(true);
    }
  });

  it('the service is slow whose requests wait', async () => {
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const { id: issueId } = await addIssue(board, companyId);
    const row = 'select from issues.issues where id = $1 for update';
    const lock = await holdLocked(stack.databaseUrl, row, [issueId]);
    // Several, since the 99th percentile leaves out one of a hundred.
    const updates = Array.from({ length: 8 }, (_, at) =>
      board.call(issues, 'updateIssue', { issueId, title: `Slow ${at}` }),
    );
    await until('a wait of more than a second', async () => {
      const waiting = await sql.rows(
        `select from pg_stat_activity where usename = 'muster_issues'
        and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '1.2 seconds'`,
      );
      return waiting.length > 0 ? true : undefined;
    });
    await lock.release();
    await Promise.all(updates);
    expect(
      await untilPanel(
        'Time to answer by service, p99',
        // On a busy machine the first requests to another service may be slow as well.
        (samples) =>
          samples.some(({ labels, value }) => labels['service'] === 'issues' && value > 1),
      ),
    ).toBe(true);
  });

  it('events are late that wait for a lock, and lost that cannot be applied', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const rename = (name: string) => board.call(agents, 'updateCompany', { companyId, name });
    const lock = await lockBooks(companyId);
    await rename('Late');
    expect(
      await untilPanel('Late events, by the service that is late', ([latest], query) =>
        query === 1 ? latest?.labels['service'] === 'billing' && latest.value > 0 : false,
      ),
    ).toBe(true);
    await lock.release();
    await refuseWrites(sql, 'billing.companies', companyId, 'version < 3');
    await rename('Refused');
    expect(
      await untilPanel('Dead letters, blocked companies', ([blocked], query) =>
        query === 1 ? (blocked?.value ?? 0) > 0 : false,
      ),
    ).toBe(true);
    await until('the last attempt', async () => {
      // As if all attempts but one had been made.
      await sql.rows(
        `update billing.cursors set attempts = 14, retry_at = now()
        where company_id = $1 and attempts between 1 and 13`,
        [companyId],
      );
      const letter = 'select from billing.dead_letters where company_id = $1';
      return (await sql.rows(letter, [companyId])).length > 0 ? true : undefined;
    });
    expect(
      await untilPanel('Dead letters, blocked companies', ([letters], query) =>
        query === 0 ? (letters?.value ?? 0) > 0 : false,
      ),
    ).toBe(true);
  });

  it('timers, runs, backfills and bulk effects are late, and runs are lost', async () => {
    const { id: companyId } = await createCompany(world().board);
    const { runId } = await startLiveRun(world(), companyId, 'lost');
    await lateRun(companyId);
    await lateBulkEffect(companyId);
    const locks = [await lateTimer(companyId), await lateBackfill(companyId)];
    // The queries of the panel: timers, runs, backfills, bulk effects.
    const late = [0, 1, 2, 3].map((query) =>
      untilPanel('Late timers, runs and steps', ([latest], at) =>
        at === query ? (latest?.value ?? 0) > 100 : false,
      ),
    );
    expect(await Promise.all(late)).toEqual([true, true, true, true]);
    for (const lock of locks) await lock.release();
    await until('a lost lease', async () => {
      await sql.rows(
        `update scheduler.runs set lease_expires_at = now() - interval '1 hour' where id = $1 and status = 'running'`,
        [runId],
      );
      const [run] = await sql.rows('select status from scheduler.runs where id = $1', [runId]);
      return run?.['status'] === 'lost' ? true : undefined;
    });
    expect(
      await untilPanel('Lost runs within ten minutes', ([lost]) => (lost?.value ?? 0) > 0),
    ).toBe(true);
  });

  it('events are late that cannot be published', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    await deleteStream();
    await addIssue(board, companyId);
    // Older than an event that its own process is about to publish.
    const unpublished = (samples: Sample[]) =>
      samples.some(({ labels, value }) => labels['service'] === 'issues' && value > 2);
    const title = 'Late events, by the service that is late';
    expect(await untilPanel(title, (found, query) => query === 0 && unpublished(found))).toBe(true);
    await makeStream();
    expect(await untilPanel(title, (found, query) => query === 0 && !unpublished(found))).toBe(
      true,
    );
  });
});
