/** A search that takes long holds nobody up, and ends when its caller goes away. */
import { newId, none, one, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issuesService } from '../src/service.ts';
import { people, type IssuesStage, type People } from './people.ts';

/** Longest until the database shows what was asked of it, on a busy machine. */
const SEEN_MS = 20_000;

describe('a search that takes long', () => {
  let stage: IssuesStage;
  let team: People;
  let owner: Awaited<ReturnType<IssuesStage['admin']>>;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await people(stage);
    owner = await stage.admin();
    const { companyId } = team;
    await stage.as(team.ann).createIssue({ companyId, title: 'Walrus' });
  });
  afterAll(() => stage.close());

  /** Nothing can be searched while the words of all issues are locked. */
  beforeEach(() => none(owner, sql`begin`));
  beforeEach(() => none(owner, sql`lock table issue_texts in access exclusive mode`));
  const letGo = () => none(owner, sql`rollback`);
  afterEach(letGo);

  const search = (signal?: AbortSignal) => stage.service.runtime.rpc({
    service: 'issues', operation: 'listIssues', actor: team.ann, requestId: newId(),
    deadlineMs: 5_000, body: JSON.stringify({ companyId: team.companyId, q: 'walrus' }), signal,
  });
  const waiting = async (): Promise<number> => {
    const { waiting: count } = await one<{ waiting: number }>(owner, sql`
      select count(*) as waiting from pg_locks
      where relation = 'issue_texts'::regclass and not granted`);
    return count;
  };
  const isWaiting = () =>
    vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), SEEN_MS);

  it('lets others read their lists meanwhile', async () => {
    const searches = Array.from({ length: 5 }, () => search());
    await isWaiting();
    const { companyId } = team;
    const rows = await stage.as(team.ann).listIssues({ companyId });
    expect(rows.map(({ title }) => title)).toEqual(['Walrus']);
    await letGo();
    for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
  });

  it('ends when its caller goes away', async () => {
    const gone = new AbortController();
    const outcome = search(gone.signal);
    await isWaiting();
    gone.abort();
    await expect(outcome).rejects.toThrow('took too long');
    await vi.waitFor(async () => expect(await waiting()).toBe(0), SEEN_MS);
    await letGo();
    const after = await search();
    expect(JSON.parse(new TextDecoder().decode(after.bytes))).toHaveLength(1);
  });

  it('is not ended by who cannot sign for it', async () => {
    const outcome = search();
    await isWaiting();
    const { nats, subjects } = stage.service.runtime;
    nats.publish(subjects.cancel('issues'), '{}');
    await nats.flush();
    await letGo();
    expect((await outcome).status).toBe(200);
  });
});
