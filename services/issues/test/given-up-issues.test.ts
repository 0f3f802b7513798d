import { agents, scheduler, type Payload } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

type Finished = Payload<typeof scheduler, 'run.finished'>;

describe('an issue that nobody works on any more', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
  });
  afterAll(() => stage.close());

  const create = (status: 'todo' | 'in_progress', agentId: string, fields: object = {}) => {
    const { companyId } = team;
    const given = { companyId, title: 'Work', status, assigneeAgentId: agentId, ...fields };
    return stage.as(team.board).createIssue(given);
  };

  const run = (issueId: string | null, more: Partial<Finished> = {}): Finished => {
    const at = new Date().toISOString();
    const none = { errorCode: null, usage: null, wasStarted: true, startedAt: at, finishedAt: at };
    const source = 'assignment' as const;
    const of = { runId: newId(), agentId: team.ann.id, issueId };
    return { ...none, ...of, status: 'cancelled', source, epoch: 1, ...more };
  };

  const tell = (name: 'run.started' | 'run.finished', payload: Finished) =>
    stage.receive(scheduler, name, {
      companyId: team.companyId,
      entityId: payload.runId,
      payload,
    });

  const stuck = async () => {
    const { rows } = await stage.as(team.board).listIssuesOfBoard({});
    return rows
      .filter(({ companyId, reason }) => companyId === team.companyId && reason === 'stuck')
      .map(({ id, stuckBy }) => [id, stuckBy]);
  };

  it.each([
    ['todo', 'cancelled', 'run_cancelled'],
    ['in_progress', 'cancelled', 'run_cancelled'],
    ['todo', 'failed', 'run_failed'],
    ['in_progress', 'timed_out', 'run_failed'],
  ] as const)(
    'is stuck in %s after a run that was %s and given up, until another begins',
    async (at, status, stuckBy) => {
      team = await openTeam(stage);
      const { id } = await create(at, team.ann.id);
      await tell('run.finished', run(id, { status }));
      expect(await stuck()).toEqual([]);
      await tell('run.finished', run(id, { status, isGivenUp: true }));
      expect(await stuck()).toEqual([[id, stuckBy]]);
      await tell('run.started', run(newId(), { status: 'running' }));
      expect(await stuck()).toEqual([[id, stuckBy]]);
      await tell('run.started', run(id, { status: 'running' }));
      expect(await stuck()).toEqual([]);
    },
  );

  it('is stuck no longer where somebody else has it, it has ended, or its agent looks at all it has', async () => {
    team = await openTeam(stage);
    const [given, ended, kept] = [
      await create('todo', team.ann.id),
      await create('todo', team.ann.id),
      await create('todo', team.ann.id),
    ];
    for (const { id } of [given, ended, kept]) {
      await tell('run.finished', run(id, { isGivenUp: true }));
    }
    expect(await stuck()).toHaveLength(3);
    const board = stage.as(team.board);
    await board.updateIssue({ issueId: given.id, assigneeAgentId: team.bob.id });
    await board.updateIssue({ issueId: ended.id, status: 'cancelled' });
    expect(await stuck()).toEqual([[kept.id, 'run_cancelled']]);
    await tell('run.started', run(null, { status: 'running', source: 'timer' }));
    expect(await stuck()).toEqual([]);
  });

  it('tells that it is stuck no longer: of the next run, another assignee and its end by a person', async () => {
    team = await openTeam(stage);
    const [resumed, given, ended, released, plain] = [
      await create('todo', team.ann.id),
      await create('todo', team.ann.id),
      await create('in_progress', team.ann.id),
      await create('in_progress', team.ann.id),
      await create('todo', team.ann.id),
    ];
    for (const { id } of [resumed, given, ended, released]) {
      await tell('run.finished', run(id, { isGivenUp: true }));
    }
    const next = run(resumed.id, { status: 'running' });
    await tell('run.started', next);
    await tell('run.started', run(plain.id, { status: 'running' }));
    const board = stage.as(team.board);
    await board.updateIssue({ issueId: given.id, title: 'Renamed' });
    await board.updateIssue({ issueId: given.id, assigneeAgentId: team.bob.id });
    await board.updateIssue({ issueId: ended.id, status: 'cancelled' });
    await board.releaseIssue({ issueId: released.id });
    await board.updateIssue({ issueId: plain.id, status: 'cancelled' });
    await stage.redeliver();
    const all = [resumed, given, ended, released, plain].map(({ id }) => id);
    const taken = (await stage.emitted('issue.taken_up')).filter(({ entityId }) =>
      all.includes(entityId),
    );
    expect(taken.map(({ entityId, payload }) => [entityId, payload['byRunId']])).toEqual([
      [resumed.id, next.runId],
    ]);
    const changes = await Promise.all(
      (['issue.updated', 'issue.assigned', 'issue.released'] as const).map((name) =>
        stage.emitted(name),
      ),
    );
    const ends = changes
      .flat()
      .filter(({ entityId, payload }) => all.includes(entityId) && payload['isNoLongerStuck']);
    expect(new Set(ends.map(({ entityId }) => entityId))).toEqual(
      new Set([given.id, ended.id, released.id]),
    );
    expect(await stuck()).toEqual([]);
  });

  it('is what the run has checked out, too, and not what another run has', async () => {
    team = await openTeam(stage);
    const [own, other] = [newId(), newId()];
    const mine = await create('todo', team.ann.id);
    const later = await create('todo', team.ann.id);
    const claim = { agentId: team.ann.id, expectedStatuses: ['todo' as const] };
    await stage.as({ ...team.ann, runId: own }).checkoutIssue({ issueId: mine.id, ...claim });
    await stage.as({ ...team.ann, runId: other }).checkoutIssue({ issueId: later.id, ...claim });
    await tell('run.finished', run(null, { runId: own, isGivenUp: true }));
    expect(await stuck()).toEqual([[mine.id, 'run_cancelled']]);
  });

  it('is named once where its agent is held', async () => {
    team = await openTeam(stage);
    const { id } = await create('todo', team.ann.id);
    await tell('run.finished', run(id, { status: 'failed', isGivenUp: true }));
    const at = new Date().toISOString();
    const agentId = team.ann.id;
    const failed = { agentId, runId: newId(), failures: 5, since: at, errorCode: 'exit_code' };
    await stage.receive(scheduler, 'agent.backed_off', {
      companyId: team.companyId,
      entityId: agentId,
      payload: { ...failed, until: null },
    });
    expect(await stuck()).toEqual([[id, 'agent_held']]);
  });

  it('is stuck after the termination of its agent, until somebody has it, and its event says so', async () => {
    team = await openTeam(stage);
    const todo = await create('todo', team.ann.id);
    const begun = await create('in_progress', team.ann.id);
    const backlog = await create('todo', team.ann.id, { status: 'backlog' });
    await stage.receive(agents, 'agent.terminated', {
      companyId: team.companyId,
      entityId: team.ann.id,
      payload: { ...team.snapshots[team.ann.id], version: 2, status: 'terminated' } as never,
    });
    const both = [todo.id, begun.id];
    expect(new Map((await stuck()) as [string, string][])).toEqual(
      new Map(both.map((id) => [id, 'agent_terminated'])),
    );
    const events = [
      ...(await stage.emitted('issue.released')),
      ...(await stage.emitted('issue.assigned')),
    ].filter(({ payload }) => payload['previousAssigneeAgentId'] === team.ann.id);
    const left = events.filter(({ payload }) => payload['isLeftByTermination'] === true);
    expect(new Set(left.map(({ entityId }) => entityId))).toEqual(new Set(both));
    expect(events.map(({ entityId }) => entityId)).toContain(backlog.id);
    await stage.as(team.board).updateIssue({ issueId: todo.id, assigneeAgentId: team.bob.id });
    expect(await stuck()).toEqual([[begun.id, 'agent_terminated']]);
  });

  it('is not blocked for ever while its agent waits: the event of the move says that', async () => {
    team = await openTeam(stage);
    const { companyId } = team;
    const [waits, none] = [
      await create('in_progress', team.ann.id),
      await create('in_progress', team.ann.id),
    ];
    const ann = stage.as(team.ann);
    await ann.startWait({
      companyId,
      issueId: waits.id,
      note: 'Build',
      signal: true,
      onDeadline: 'wake',
    });
    for (const { id } of [waits, none]) {
      await stage.as(team.board).updateIssue({ issueId: id, status: 'blocked' });
    }
    const blocked = (await stage.emitted('issue.updated')).filter(
      ({ payload }) => payload['status'] === 'blocked',
    );
    const waiting = new Map(
      blocked.map(({ entityId, payload }) => [entityId, payload['hasOpenWait']]),
    );
    expect([waiting.get(waits.id), waiting.get(none.id)]).toEqual([true, undefined]);
    expect(await stuck()).toEqual([[none.id, 'no_open_blocker']]);
  });
});
