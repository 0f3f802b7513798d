/** Waits of agents: begun, listed, ended once by a time, a signal, a deadline or a caller. */
import type { Actor, Issue, Payload, issues } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { openStage, serviceActor } from '@muster/test-kit';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, refusedWith, type Team } from './team.ts';

type Ended = Payload<typeof issues, 'issue.wait_ended'>;

const SOON = { timeout: 10_000, interval: 50 };
const FAR = '2126-11-20T18:12:00.000Z';

let stage: IssuesStage;
let team: Team;
let work: Issue;
beforeAll(async () => {
  stage = await openStage(issuesService, { env: { TIMES_SWEEP_SECONDS: '0.2' } });
  team = await openTeam(stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  work = await stage.as(team.board).createIssue({
    companyId: team.companyId,
    title: 'Work',
    status: 'in_progress',
    assigneeAgentId: team.ann.id,
  });
});

type Asked = Omit<
  Parameters<ReturnType<IssuesStage['as']>['startWait']>[0],
  'companyId' | 'issueId'
>;

const wait = (asked: Partial<Asked>, who: Actor = team.ann, issue = work) =>
  stage
    .as(who)
    .startWait({ companyId: team.companyId, issueId: issue.id, note: 'Look again', ...asked });
const list = (more: object = {}) => stage.as(team.bob).listWaits({ issueId: work.id, ...more });
const update = (patch: object) => stage.as(team.board).updateIssue({ issueId: work.id, ...patch });
const endsOf = async (issue = work): Promise<Ended[]> =>
  (await stage.emitted('issue.wait_ended'))
    .filter(({ entityId }) => entityId === issue.id)
    .map(({ payload }) => payload as Ended);
const pastOf = (column: 'until' | 'deadline', id: string) =>
  none(
    stage.db,
    column === 'until'
      ? sql`update waits set until = now() - interval '1 day' where id = ${id}`
      : sql`update waits set deadline = now() - interval '1 day' where id = ${id}`,
  );
const hashOf = (token: string | null): string =>
  createHash('sha256').update(String(token)).digest('base64url');
const signal = (token: string | null, received = '') =>
  stage.as(serviceActor('gateway')).endWaitBySignal({ tokenHash: hashOf(token), received });

describe('a wait', () => {
  it('is of its agent, and begins with an event', async () => {
    const { token, ...begun } = await wait({ after: 3_600, onDeadline: 'block', deadline: FAR });
    expect(token).toBeNull();
    expect(begun).toMatchObject({
      agentId: team.ann.id,
      byAgentId: team.ann.id,
      byUserId: null,
      deadline: FAR,
      cause: null,
      signal: false,
    });
    const seconds = (Date.parse(begun.until ?? '') - Date.parse(begun.createdAt)) / 1_000;
    expect(seconds).toBeCloseTo(3_600, 0);
    const [event] = (await stage.emitted('issue.wait_started')).filter(
      ({ entityId }) => entityId === work.id,
    );
    expect(event?.payload).toMatchObject({
      status: 'in_progress',
      wait: { waitId: begun.id, agentId: team.ann.id, note: 'Look again' },
    });
  });

  it('is answered again as at first where the answer has no secret, and shown once where it has', async () => {
    const { companyId } = team;
    const ask = (fields: object, idempotencyKey: string) =>
      stage.as(team.ann).startWait(
        {
          companyId,
          issueId: work.id,
          onDeadline: 'wake',
          note: 'Look again',
          signal: false,
          ...fields,
        },
        { idempotencyKey },
      );
    const [timed, signalled] = [newId(), newId()];
    const first = await ask({ until: FAR }, timed);
    expect(await ask({ until: FAR }, timed)).toEqual(first);
    const later = await ask({ after: 3_600 }, `${timed}-after`);
    expect(await ask({ after: 3_600 }, `${timed}-after`)).toEqual(later);
    await ask({ signal: true }, signalled);
    await expect(ask({ signal: true }, signalled)).rejects.toEqual(
      refusedWith('answer_shown_once'),
    );
  });

  it('of the board is one of the assignee', async () => {
    const begun = await wait({ until: FAR }, team.board);
    expect(begun).toMatchObject({ agentId: team.ann.id, byUserId: team.board.id, byAgentId: null });
    await update({ status: 'blocked' });
    await update({ assigneeAgentId: null });
    await expect(wait({ until: FAR }, team.board)).rejects.toEqual(
      refusedWith('assignee_required'),
    );
  });

  it.each([
    ['no end', {}, 'wait_without_end'],
    ['a deadline alone', { deadline: FAR }, 'wait_without_end'],
    ['two times', { until: FAR, after: 60 }, 'wait_without_end'],
  ])('with %s is refused', async (_, asked, code) => {
    await expect(wait(asked)).rejects.toEqual(refusedWith(code, { status: 422 }));
  });

  it('is refused on an issue that has ended, and as one more than 20', async () => {
    for (let count = 0; count < 20; count += 1) await wait({ until: FAR });
    await expect(wait({ until: FAR })).rejects.toEqual(
      refusedWith('too_many_waits', { status: 422, details: { max: 20 } }),
    );
    await update({ status: 'cancelled' });
    await expect(wait({ until: FAR })).rejects.toEqual(refusedWith('illegal_transition'));
  });

  it.each(['until', 'deadline'] as const)(
    'of an agent is a minute long, whatever its %s',
    async (key) => {
      const soon = { signal: true, [key]: new Date().toISOString() };
      const lengthOf = ({ createdAt, ...begun }: Awaited<ReturnType<typeof wait>>) =>
        (Date.parse(begun[key] ?? '') - Date.parse(createdAt)) / 1_000;
      expect(lengthOf(await wait(soon))).toBeCloseTo(60, 1);
      expect(lengthOf(await wait(soon, team.board))).toBeLessThan(1);
      expect((await wait({ ...soon, [key]: FAR }))[key]).toBe(FAR);
    },
  );

  it('plans no move for somebody who could not make it', async () => {
    for (const onDeadline of ['block', 'cancel'] as const) {
      const asked = { signal: true, deadline: FAR, onDeadline };
      await expect(wait(asked, team.bob)).rejects.toEqual(refusedWith('not_the_owner'));
      expect(await wait(asked, team.manager)).toMatchObject({ agentId: team.manager.id });
    }
    expect(await wait({ signal: true }, team.bob)).toMatchObject({ agentId: team.bob.id });
  });
});

describe('waits', () => {
  it('are listed in pages, the open ones first, each the newest first', async () => {
    const made = [];
    for (let count = 0; count < 4; count += 1) made.push(await wait({ until: FAR }));
    const [a, b, c, d] = made.map(({ id }) => id);
    await stage.as(team.ann).cancelWait({ issueId: work.id, waitId: String(c) });
    const first = await list({ limit: 2 });
    expect(first.map(({ id }) => id)).toEqual([d, b]);
    const all = await list();
    expect(all.map(({ id }) => id)).toEqual([d, b, a, c]);
    expect(all.at(-1)).toMatchObject({ cause: 'cancelled' });
  });

  it('are cancelled by the waiting agent, its managers and the board, once', async () => {
    const begun = await wait({ until: FAR });
    const of = { issueId: work.id, waitId: begun.id };
    await expect(stage.as(team.bob).cancelWait(of)).rejects.toEqual(refusedWith('not_the_owner'));
    expect(await stage.as(team.ceo).cancelWait(of)).toMatchObject({ cause: 'cancelled' });
    expect(await stage.as(team.board).cancelWait(of)).toMatchObject({ cause: 'cancelled' });
    expect(await endsOf()).toHaveLength(1);
    await expect(stage.as(team.board).cancelWait({ ...of, waitId: work.id })).rejects.toEqual(
      refusedWith('wait_not_found'),
    );
  });

  it('are cancelled with the end of their issue', async () => {
    await wait({ until: FAR });
    const { token } = await wait({ signal: true });
    await update({ status: 'cancelled' });
    expect((await endsOf()).map(({ wait: { cause } }) => cause)).toEqual([
      'cancelled',
      'cancelled',
    ]);
    await expect(signal(token)).rejects.toEqual(refusedWith('signal_not_found'));
  });
});

describe('the end of a wait', () => {
  it('comes at its time', async () => {
    const begun = await wait({ until: new Date(Date.now() + 400).toISOString() }, team.board);
    await vi.waitFor(async () => expect(await endsOf()).toHaveLength(1), SOON);
    const [ended] = await endsOf();
    expect(ended?.wait).toMatchObject({ waitId: begun.id, cause: 'due', moved: false });
    expect(Date.parse((await list())[0]?.endedAt ?? '')).toBeGreaterThan(
      Date.parse(begun.until ?? ''),
    );
  });

  it('comes by its signal, once, with what it brought; the token is nowhere', async () => {
    const { token, id } = await wait({ signal: true });
    const long = `{"status":"green"} ${'x'.repeat(5_000)}`;
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => signal(token, long)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [ended, ...more] = await endsOf();
    expect(more).toEqual([]);
    expect(ended?.wait).toMatchObject({ waitId: id, cause: 'signal' });
    expect(ended?.wait.received).toHaveLength(2_000);
    expect(await list()).toMatchObject([{ id, received: long }]);
    const rows = await many<{ text: string }>(
      stage.db,
      sql`
      select w::text as text from waits w union all select e.payload::text from events e
      union all select r.body from requests r`,
    );
    expect(rows.map(({ text }) => text).join('\n')).not.toContain(String(token));
  });

  it.each(['until', 'deadline'] as const)('is not a signal after its %s', async (column) => {
    const { token, id } = await wait({ signal: true, [column]: FAR });
    await pastOf(column, id);
    await vi.waitFor(async () => expect(await endsOf()).toHaveLength(1), SOON);
    await expect(signal(token)).rejects.toEqual(refusedWith('signal_not_found'));
    await expect(signal('mst_signal_wrong')).rejects.toEqual(refusedWith('signal_not_found'));
  });

  it.each([
    ['wake', 'in_progress', false],
    ['block', 'blocked', true],
    ['cancel', 'cancelled', true],
  ] as const)(
    'at a deadline that says %s leaves the issue %s',
    async (onDeadline, status, moved) => {
      const { id } = await wait({ signal: true, deadline: FAR, onDeadline }, team.manager);
      await wait({ until: FAR });
      await pastOf('deadline', id);
      await vi.waitFor(async () => expect(await endsOf()).not.toEqual([]), SOON);
      const [ended, other] = await endsOf();
      expect(ended?.wait).toMatchObject({ waitId: id, cause: 'deadline', moved });
      expect(other?.wait.cause).toBe(onDeadline === 'cancel' ? 'cancelled' : undefined);
      expect(await stage.as(team.ann).getIssue({ issueId: work.id })).toMatchObject({ status });
      const updates = (await stage.emitted('issue.updated')).filter(
        ({ entityId }) => entityId === work.id,
      );
      expect(updates).toHaveLength(moved ? 1 : 0);
      expect(await stage.as(team.ann).listComments({ issueId: work.id })).toEqual([]);
    },
  );

  it('wakes where the deadline may no longer move the issue', async () => {
    const { id } = await wait({ signal: true, deadline: FAR, onDeadline: 'block' });
    await update({ assigneeAgentId: team.bob.id });
    await pastOf('deadline', id);
    await vi.waitFor(async () => expect(await endsOf()).toHaveLength(1), SOON);
    expect((await endsOf())[0]?.wait).toMatchObject({ cause: 'deadline', moved: false });
  });
});

describe('an outage over the moment', () => {
  it('delays 2,000 waits and deadlines, and each ends once, with two replicas', async () => {
    await stage.replica();
    const kinds = ['until', 'deadline'] as const;
    await none(
      stage.db,
      sql`
      insert into waits (
        id, company_id, issue_id, agent_id, note, until, deadline, on_deadline, signal, created_at
      )
      select gen_random_uuid(), ${team.companyId}, ${work.id}, ${team.ann.id}, k,
        case when k = 'until' then now() - make_interval(secs => n) end,
        case when k = 'deadline' then now() - make_interval(secs => n) end, 'wake', true,
        now() - interval '30 days'
      from generate_series(1, 1000) n, unnest(${kinds}::text[]) k`,
    );
    const openOnes = () =>
      many(stage.db, sql`select id from waits where ended_at is null and next_at < now() limit 1`);
    await vi.waitFor(async () => expect(await openOnes()).toEqual([]), {
      timeout: 30_000,
      interval: 100,
    });
    const ends = await endsOf();
    expect(ends).toHaveLength(2_000);
    expect(new Set(ends.map(({ wait: { waitId } }) => waitId)).size).toBe(2_000);
    for (const {
      wait: { note, cause },
    } of ends) {
      expect(cause).toBe(note === 'until' ? 'due' : 'deadline');
    }
  });
});
