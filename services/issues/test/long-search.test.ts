/** A slow search delays no other request, and is cancelled when its caller disconnects. */
import { newId, none, one, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

/** Longest until a query is visible in the database, on a busy machine. */
const SEEN_MS = 20_000;

describe('a slow search', () => {
  let stage: IssuesStage;
  let team: Team;
  let owner: Awaited<ReturnType<IssuesStage['admin']>>;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
    owner = await stage.admin();
    const { companyId } = team;
    await stage.as(team.ann).createIssue({ companyId, title: 'Walrus' });
  });
  afterAll(() => stage.close());

  /** Searches wait while the words of all issues are locked. */
  beforeEach(() => none(owner, sql`begin`));
  beforeEach(() => none(owner, sql`lock table issue_texts in access exclusive mode`));
  const unlock = () => none(owner, sql`rollback`);
  afterEach(unlock);

  const search = (signal?: AbortSignal) =>
    stage.service.runtime.rpc({
      service: 'issues',
      operation: 'listIssues',
      actor: team.ann,
      requestId: newId(),
      deadlineMs: 30_000,
      body: JSON.stringify({ companyId: team.companyId, q: 'walrus' }),
      signal,
    });
  const waiting = async (): Promise<number> => {
    const { waiting: count } = await one<{ waiting: number }>(
      owner,
      sql`
      select count(*) as waiting from pg_locks
      where relation = 'issue_texts'::regclass and not granted`,
    );
    return count;
  };
  const isWaiting = () =>
    vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), SEEN_MS);

  it('does not delay lists of other callers', async () => {
    const searches = Array.from({ length: 5 }, () => search());
    await isWaiting();
    const { companyId } = team;
    const rows = await stage.as(team.ann).listIssues({ companyId });
    expect(rows.map(({ title }) => title)).toEqual(['Walrus']);
    await unlock();
    for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
  });

  it('is cancelled when its caller disconnects', async () => {
    const gone = new AbortController();
    const outcome = search(gone.signal);
    await isWaiting();
    gone.abort();
    await expect(outcome).rejects.toThrow('took too long');
    await vi.waitFor(async () => expect(await waiting()).toBe(0), SEEN_MS);
    await unlock();
    const after = await search();
    expect(JSON.parse(new TextDecoder().decode(after.bytes))).toHaveLength(1);
  });

  it('is not cancelled by a caller that cannot sign for it', async () => {
    const outcome = search();
    await isWaiting();
    const { nats, subjects } = stage.service.runtime;
    nats.publish(subjects.cancel('issues'), '{}');
    await nats.flush();
    await unlock();
    expect((await outcome).status).toBe(200);
  });
});
