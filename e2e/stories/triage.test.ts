/**
 * The dashboard for a first look, on a system where each of its questions has an answer: a company that is
 * noisy, a service that is slow, events that are lost or late. The queries are those of its panels.
 */
import { agents, billing, issues } from '@muster/contracts';
import { askedWith } from '@muster/deploy/queries';
import { until } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import {
  hasPrometheus,
  startPrometheus,
  type Prometheus,
  type Sample,
} from '../world/prometheus.ts';
import { holdLocked, useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

const world = useWorld({ replicas: 1, settings: { COMPANY_METRICS: 'true' } });
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
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const books = 'select from billing.companies where company_id = $1';
    await until('the books', async () =>
      (await sql.rows(books, [companyId])).length > 0 ? true : undefined,
    );
    const rename = (name: string) => board.call(agents, 'updateCompany', { companyId, name });
    const lock = await holdLocked(stack.databaseUrl, `${books} for update`, [companyId]);
    await rename('Late');
    expect(
      await untilPanel('Late events, by the service that is late', ([latest], query) =>
        query === 1 ? latest?.labels['service'] === 'billing' && latest.value > 0 : false,
      ),
    ).toBe(true);
    await lock.release();
    await sql.rows(
      `alter table billing.companies add constraint refused_by_a_test
      check (company_id <> '${companyId}' or version < 3) not valid`,
    );
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

  it('timers, backfills and runs are late or lost', async () => {
    const { board, stack } = world();
    const { id: companyId } = await createCompany(board);
    const lateIs = (query: number) =>
      untilPanel('Late timers, runs and steps', ([latest], at) =>
        at === query ? (latest?.value ?? 0) > 100 : false,
      );
    // As if a release had added a reaction an hour ago, whose next event is locked out.
    const books = 'select from billing.companies where company_id = $1';
    await until('the books', async () =>
      (await sql.rows(books, [companyId])).length > 0 ? true : undefined,
    );
    const lock = await holdLocked(stack.databaseUrl, `${books} for update`, [companyId]);
    await sql.rows(
      `insert into billing.backfills (producer, company_id, entry, last_seq, moved_at)
      values ('agents', $1, 'copyCompanies company.created', 0, now() - interval '1 hour')`,
      [companyId],
    );
    await lateIs(2);
    await lock.release();
    const { runId } = await startLiveRun(world(), companyId, 'lost');
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
});
