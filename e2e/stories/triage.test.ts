/**
 * The dashboard for a first look, on a system where each of its questions has an answer: a company that is
 * noisy, a service that is slow, events that are lost or late. The queries are those of its panels.
 */
import { agents, billing, issues } from '@muster/contracts';
import { askedWith } from '@muster/deploy/queries';
import { describeEach, until } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import {
  lastAttempt,
  lateRun,
  lateTimer,
  lockBooks,
  someRow,
  stallBulkEffect,
  type Late,
} from '../fixtures/late-work.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import {
  hasPrometheus,
  startPrometheus,
  type Prometheus,
  type Sample,
} from '../world/prometheus.ts';
import { holdLocked, refuseWrites, useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

/** One place for runs, which a run keeps on a busy machine as well, so that a second run has to wait. */
const settings = { COMPANY_METRICS: 'true', RUN_CONCURRENCY: '1', LEASE_SECONDS: '60' };
const world = useWorld({ replicas: 1, settings });
const sql = useSql(world);

/** Several scrapes. */
const SCRAPED_WITHIN_MS = 8_000;
/** Several suspensions. */
const SHOWN_WITHIN_MS = 90_000;

let prometheus: Prometheus;
beforeAll(async () => {
  if (!hasPrometheus()) return;
  const { folder, stack } = world();
  const opsUrls = stack.opsUrls.map(({ url }) => url);
  prometheus = await startPrometheus({ opsUrls, folder }, []);
});
afterAll(() => prometheus?.stop());

/** The queries of a panel of the dashboard. */
function queriesOf(title: string): string[] {
  const found = askedWith('1m').filter(({ where }) => where === `Muster: triage, ${title}`);
  if (found.length === 0) throw new Error(`there is no panel ${title}`);
  return found.map(({ expr }) => expr);
}

/** What the queries of a panel find at present, in their order. */
const panel = (title: string): Promise<Sample[][]> =>
  Promise.all(queriesOf(title).map((expr) => prometheus.samples(expr)));

/** The most that a panel with one query shows of a service on its time axis: what passes is seen there. */
async function mostShown(title: string, service: string): Promise<number> {
  const [expr] = queriesOf(title);
  const found = await prometheus.samples(`max_over_time((${expr})[2m:1s])`);
  return found.find(({ labels }) => labels['service'] === service)?.value ?? 0;
}

/** Waits until a sample of a panel is as asked. */
const untilPanel = (title: string, isAsAsked: (samples: Sample[], query: number) => boolean) =>
  until(`the panel ${title}`, async () =>
    (await panel(title)).some((samples, query) => isAsAsked(samples, query)) ? true : undefined,
  );

const names = (companyId: string) => (samples: Sample[]) =>
  samples[0]?.labels['company'] === companyId;

const lateOf = (companyId: string): Late => ({ world: world(), sql, companyId });

/** Billing gets no time to run, until an event has waited for it for seconds. */
async function suspendBilling(): Promise<void> {
  const { board, stack } = world();
  const late = lateOf((await createCompany(board)).id);
  const { companyId } = late;
  const grownOld = (type: string) =>
    someRow(
      late,
      `an old ${type}`,
      `select from agents.events where company_id = $1 and type = '${type}'
      and occurred_at < clock_timestamp() - interval '3 seconds'`,
    );
  await (await lockBooks(late)).release();
  stack.pause('billing');
  try {
    await board.call(agents, 'updateCompany', { companyId, name: 'Late' });
    await grownOld('company.updated');
    stack.resume('billing');
    const applied = 'select from billing.companies where company_id = $1 and version > 1';
    await someRow(late, 'the event in the books', applied);
  } finally {
    stack.resume('billing');
  }
}

describeEach(['Prometheus'], hasPrometheus)(
  'by the panels for a first look, as %s answers them',
  () => {
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
        expect(await untilPanel(`${what} in a minute, busiest companies`, names(noisyId))).toBe(
          true,
        );
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

    it('the service is slow that gets no time to run for its events', async () => {
      const isShown = async () =>
        (await mostShown('Event lag by service, p99', 'billing')) > 1 ? true : undefined;
      const shown = until(
        'a panel that shows billing',
        async () => {
          await suspendBilling();
          // On a busy machine the scrape that finds the lag may fail.
          return until('a scrape that finds it', isShown, SCRAPED_WITHIN_MS).catch(() => undefined);
        },
        SHOWN_WITHIN_MS,
      );
      expect(await shown).toBe(true);
    });

    it('the service is slow whose event loop stands still, though no scrape sees it then', async () => {
      const { stack } = world();
      stack.pause('approvals');
      try {
        await until('scrapes that fail', async () =>
          (await prometheus.count('max_over_time(up[3s]) == 0')) > 0 ? true : undefined,
        );
      } finally {
        stack.resume('approvals');
      }
      const title = 'Event loop lag by service, busiest process';
      const shown = untilPanel(title, (samples) =>
        samples.some(({ labels, value }) => labels['service'] === 'approvals' && value > 1),
      );
      expect(await shown).toBe(true);
    });

    it('the service is slow whose transactions wait for a connection', async () => {
      const { board, stack } = world();
      // More companies than a process has connections: each has transactions of its own.
      const companies = await Promise.all(Array.from({ length: 16 }, () => createCompany(board)));
      const addIssues = () => companies.map(({ id }) => addIssue(board, id));
      await Promise.all(addIssues());
      const table = 'lock table issues.issues in exclusive mode';
      const lock = await holdLocked(stack.databaseUrl, table, []);
      const title = 'Transactions that wait for a connection by service';
      const waiting = until('waiting transactions', async () => {
        // They are refused after some seconds.
        await Promise.allSettled(addIssues());
        const most = await mostShown(title, 'issues');
        return most > 0 ? most : undefined;
      });
      try {
        expect(await waiting).toBeGreaterThan(0);
      } finally {
        await lock.release();
      }
    });

    it('events are late that wait for a lock, and lost that cannot be applied', async () => {
      const { board } = world();
      const { id: companyId } = await createCompany(board);
      const rename = (name: string) => board.call(agents, 'updateCompany', { companyId, name });
      const lock = await lockBooks(lateOf(companyId));
      await rename('Late');
      expect(
        await untilPanel(
          'Late events, by the service that is late',
          ([latest]) => latest?.labels['service'] === 'billing' && latest.value > 0,
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
      await lastAttempt(lateOf(companyId));
      expect(
        await untilPanel('Dead letters, blocked companies', ([letters], query) =>
          query === 0 ? (letters?.value ?? 0) > 0 : false,
        ),
      ).toBe(true);
    });

    it('timers, runs and bulk effects are late, and runs are lost', async () => {
      const { id: companyId } = await createCompany(world().board);
      const { runId } = await startLiveRun(world(), companyId, 'lost');
      const late = lateOf(companyId);
      await lateRun(late);
      await stallBulkEffect(late);
      const lock = await lateTimer(late);
      // The queries of the panel: timers, runs, bulk effects.
      const shown = [0, 1, 2].map((query) =>
        untilPanel('Late timers, runs and steps', ([latest], at) =>
          at === query ? (latest?.value ?? 0) > 100 : false,
        ),
      );
      expect(await Promise.all(shown)).toEqual([true, true, true]);
      await lock.release();
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
  },
);
