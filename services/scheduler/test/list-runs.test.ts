import type { Run, RunSource, RunStatus, scheduler } from '@muster/contracts';
import { header, newId, none, sql } from '@muster/service-kit';
import { boardActor, openStage, planOf, walkList, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedulerService } from '../src/service.ts';
import { listRuns, RUNS_READ_MAX } from '../src/store/runs/run-list.ts';
import { prepareQueue } from './open-scheduler.ts';

const DAY_MS = 86_400_000;

describe('listRuns', () => {
  let stage: Stage<typeof scheduler>;
  let companyId: string;
  const issueId = newId();
  beforeAll(async () => {
    stage = await openStage(schedulerService, {
      prepare: prepareQueue,
      env: { RUN_CONCURRENCY: '0' },
    });
    ({ companyId } = await stage.given.company());
  });
  afterAll(() => stage.close());

  interface Past {
    readonly of?: string;
    readonly daysAgo?: number;
    readonly issue?: string | null;
    readonly source?: RunSource;
    readonly status?: RunStatus;
    readonly count?: number;
  }
  const past = ({ of = companyId, daysAgo = 0, issue = null, count = 1, ...run }: Past) =>
    none(
      stage.db,
      sql`
      insert into runs (
        id, company_id, agent_id, source, status, issue_id, context, hint_at, created_at
      )
      select uuidv7(at - now()), ${of}, gen_random_uuid(), ${run.source ?? 'timer'},
        ${run.status ?? 'succeeded'}, ${issue}::uuid, '{}', now(), at
      from generate_series(1, ${count}::integer)
      cross join (select now() - make_interval(days => ${daysAgo}::integer) as at) moment`,
    );
  /** A page as a program gets it, with the cursor of the next one. */
  async function page(query: object): Promise<{ runs: Run[]; next: string | undefined }> {
    const reply = await stage.service.runtime.rpc({
      service: 'scheduler',
      operation: 'listRuns',
      actor: boardActor(),
      requestId: newId(),
      deadlineMs: 10_000,
      body: JSON.stringify({ companyId, ...query }),
    });
    const runs = JSON.parse(new TextDecoder().decode(reply.bytes)) as Run[];
    return { runs, next: reply.headers?.get(header.nextCursor) ?? undefined };
  }

  it('filters by issue, source and time, alone and together', async () => {
    const { companyId: foreign } = await stage.given.company();
    await past({ issue: issueId, source: 'mention', daysAgo: 3 });
    await past({ issue: issueId, source: 'assignment', daysAgo: 1 });
    await past({ source: 'mention', daysAgo: 2 });
    await past({ of: foreign, issue: issueId, source: 'mention', daysAgo: 1 });
    const days = async (query: object) =>
      (await page(query)).runs.map(({ createdAt }) =>
        Math.round((Date.now() - Date.parse(createdAt)) / DAY_MS),
      );
    const ago = (of: number) => new Date(Date.now() - of * DAY_MS).toISOString();
    expect(await days({ issueId })).toEqual([1, 3]);
    expect(await days({ source: ['mention'] })).toEqual([2, 3]);
    expect(await days({ source: ['mention', 'assignment'], issueId })).toEqual([1, 3]);
    expect(await days({ since: ago(2.5) })).toEqual([1, 2]);
    expect(await days({ since: ago(2.5), until: ago(1.5) })).toEqual([2]);
    expect(await days({ until: ago(1.5), issueId, source: ['mention'] })).toEqual([3]);
  });

  it('looks through a bounded stretch for a page, and goes on from there', async () => {
    const { companyId: large } = await stage.given.company();
    await past({ of: large, status: 'lost', daysAgo: 5 });
    await past({ of: large, daysAgo: 4, count: RUNS_READ_MAX });
    const query = { companyId: large, status: ['lost'] };
    const first = await page(query);
    expect(first.runs).toEqual([]);
    const second = await page({ ...query, cursor: first.next });
    expect(second).toMatchObject({ runs: [{ status: 'lost' }], next: undefined });
    const all = await page({ companyId: large, limit: 2 });
    expect(all.runs).toHaveLength(2);
    expect(all.next).toBeDefined();
  });

  it('reads about an answer for a page, however long the runs are, and each run once', async () => {
    const of = newId();
    await past({ of, count: 60 });
    await none(
      await stage.admin(),
      sql`
      update runs set result_summary = repeat('漢', 4000), context = jsonb_build_object(
        'payload', repeat(md5(id::text), 1000)
      )
      where company_id = ${of}`,
    );
    const input = { companyId: of, limit: 500 };
    const walk = await walkList(schedulerService, stage, 'listRuns', input, boardActor());
    expect(new Set(walk.items.map((run) => (run as Run).id)).size).toBe(60);
    expect(walk.items).toHaveLength(60);
    expect(walk.answersRead).toBeLessThan(1.5);
  });

  it('reads an index for each of issue, company and time', async () => {
    const admin = await stage.admin();
    await none(
      admin,
      sql`
      insert into runs (id, company_id, agent_id, source, status, issue_id, context, hint_at)
      select uuidv7(), ${companyId}, gen_random_uuid(), 'timer', 'succeeded', gen_random_uuid(),
        '{}', now()
      from generate_series(1, 20000)`,
    );
    await none(admin, sql`analyze runs`);
    const filter = { companyId, before: undefined };
    const ofIssue = await planOf(stage.db, (db) => listRuns(db, { ...filter, issueId }, 100));
    expect(ofIssue).toContain('runs_by_issue');
    const since = new Date().toISOString();
    for (const more of [{}, { since }, { source: ['mention' as const] }]) {
      const plan = await planOf(stage.db, (db) => listRuns(db, { ...filter, ...more }, 100));
      expect(plan).toMatch(/Index Scan Backward using runs_(by_company|pkey)/);
      expect(plan).not.toContain('Seq Scan');
    }
  });
});
