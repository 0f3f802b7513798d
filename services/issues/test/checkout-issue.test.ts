import { agents, approvals, IssueStatus, type Issue } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, clientAs, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import {
  addMember,
  approvedStrategy,
  type IssuesStage,
  openTeam,
  refusedWith,
  type Team,
} from './team.ts';

describe('checkoutIssue', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());

  const create = (fields: object = {}): Promise<Issue> =>
    stage.as(team.board).createIssue({
      companyId: team.companyId,
      title: 'Work',
      status: 'todo',
      ...fields,
    });
  const claim = (issue: Issue, who = team.ann, expectedStatuses: IssueStatus[] = ['todo']) =>
    stage.as(who).checkoutIssue({ issueId: issue.id, agentId: who.id, expectedStatuses });

  it('gives a free issue to the caller, started, and emits it once', async () => {
    const issue = await create();
    const mine = await claim(issue);
    expect(mine).toMatchObject({
      id: issue.id,
      status: 'in_progress',
      assigneeAgentId: team.ann.id,
      assignedByAgentId: team.ann.id,
      assignedByUserId: null,
      version: issue.version + 1,
    });
    expect(mine.startedAt).toEqual(expect.any(String));
    expect(mine.started_at).toBe(mine.startedAt);
    const emitted = (await stage.emitted('issue.checked_out')).filter(
      (e) => e.entityId === issue.id,
    );
    expect(emitted).toMatchObject([
      {
        actorId: team.ann.id,
        payload: { issueId: issue.id, assigneeAgentId: team.ann.id },
      },
    ]);
  });

  it('finds the issue by its identifier in any case', async () => {
    const issue = await create();
    const issueId = issue.identifier.toLowerCase();
    const mine = await stage.as(team.ann).checkoutIssue({
      issueId,
      agentId: team.ann.id,
      expectedStatuses: ['todo'],
    });
    expect(mine.id).toBe(issue.id);
  });

  it('keeps the assigner of an issue that was assigned to the caller', async () => {
    const issue = await create({ assigneeAgentId: team.ann.id });
    expect(await claim(issue)).toMatchObject({
      assignedByUserId: team.board.id,
      assignedByAgentId: null,
    });
  });

  it('changes and emits nothing if the caller has it already', async () => {
    const issue = await create();
    const first = await claim(issue);
    const again = await claim(issue, team.ann, ['blocked']);
    expect(again).toEqual(first);
    const run = { ...team.ann, runId: newId() };
    expect(await claim(issue, run)).toEqual(first);
    const emitted = (await stage.emitted('issue.checked_out')).filter(
      (e) => e.entityId === issue.id,
    );
    expect(emitted).toHaveLength(1);
  });

  it('names the owner to the second claimer', async () => {
    const issue = await create();
    const runId = newId();
    await claim(issue, { ...team.ann, runId });
    await expect(claim(issue, team.bob)).rejects.toEqual(
      refusedWith('issue_owned_by_another_agent', {
        status: 409,
        retryable: false,
        hint: 'pick another issue: GET /api/agents/me/inbox',
        details: {
          issueId: issue.id,
          status: 'in_progress',
          assigneeAgentId: team.ann.id,
          checkoutRunId: runId,
        },
      }),
    );
  });

  it('refuses issues assigned to another agent or to a board user', async () => {
    const forBob = await create({ assigneeAgentId: team.bob.id });
    const forUser = await create({ assigneeUserId: (await addMember(stage, team)).id });
    await expect(claim(forBob)).rejects.toEqual(refusedWith('issue_owned_by_another_agent'));
    await expect(claim(forUser)).rejects.toEqual(refusedWith('issue_owned_by_another_agent'));
  });

  it.each(IssueStatus.options)('claims from %s as the table of moves allows', async (status) => {
    const issue = await create({
      status,
      ...(status === 'in_progress' ? { assigneeAgentId: team.ann.id } : {}),
    });
    const others = IssueStatus.options.filter((other) => other !== status);
    const outcome = (expected: IssueStatus[]) =>
      claim(issue, team.ann, expected).then(
        (is) => is.status,
        ({ code }) => code as string,
      );
    const unexpected = await outcome(others);
    expect(unexpected).toBe(status === 'in_progress' ? 'in_progress' : 'unexpected_status');
    const claimable = ['todo', 'blocked', 'in_review', 'in_progress'].includes(status);
    expect(await outcome([status])).toBe(claimable ? 'in_progress' : 'illegal_transition');
  });

  it('claims only for the caller itself, except for the board', async () => {
    const issue = await create();
    const forBob = { issueId: issue.id, agentId: team.bob.id, expectedStatuses: ['todo' as const] };
    await expect(stage.as(team.ann).checkoutIssue(forBob)).rejects.toEqual(
      refusedWith('acting_as_another_agent', { status: 403 }),
    );
    expect(await stage.as(team.board).checkoutIssue(forBob)).toMatchObject({
      assigneeAgentId: team.bob.id,
      assignedByUserId: team.board.id,
    });
  });

  it('hides issues and agents of other companies', async () => {
    const other = await openTeam(stage);
    const issue = await create();
    await expect(claim(issue, other.ann)).rejects.toEqual(refusedWith('issue_not_found'));
    await expect(
      stage.as(team.board).checkoutIssue({
        issueId: issue.id,
        agentId: other.ann.id,
        expectedStatuses: ['todo'],
      }),
    ).rejects.toEqual(refusedWith('agent_not_found', { details: { field: 'agentId' } }));
    const member = boardActor({ companies: [other.companyId] });
    await expect(
      stage.as(member).checkoutIssue({
        issueId: issue.id,
        agentId: other.ann.id,
        expectedStatuses: ['todo'],
      }),
    ).rejects.toEqual(refusedWith('issue_not_found'));
  });

  it('refuses paused, pending and terminated agents, for every caller', async () => {
    const cases = [
      ['paused', 'agent_paused'],
      ['pending_approval', 'agent_not_assignable'],
      ['terminated', 'agent_not_assignable'],
    ] as const;
    for (const [status, code] of cases) {
      const { agentId } = await stage.given.agent(team.companyId, { status });
      const issue = await create();
      const asked = { issueId: issue.id, agentId, expectedStatuses: ['todo' as const] };
      const itself = agentActor(team.companyId, { id: agentId });
      await expect(stage.as(itself).checkoutIssue(asked)).rejects.toEqual(refusedWith(code));
      await expect(stage.as(team.board).checkoutIssue(asked)).rejects.toEqual(refusedWith(code));
    }
  });

  it('refuses claims in paused and archived companies', async () => {
    for (const [status, code] of [
      ['paused', 'company_paused'],
      ['archived', 'company_archived'],
    ] as const) {
      const other = await openTeam(stage);
      const issue = await stage.as(other.board).createIssue({
        companyId: other.companyId,
        title: 'Work',
        status: 'todo',
      });
      const { companyId } = other;
      const payload = { ...other.company, status, version: 2 };
      await stage.receive(agents, 'company.updated', { companyId, entityId: companyId, payload });
      await expect(claim(issue, other.ann)).rejects.toEqual(refusedWith(code, { status: 422 }));
    }
  });

  it('refuses work of the CEO until the board has approved a strategy', async () => {
    const { board, ceo, companyId } = await openTeam(stage);
    const createLead = () =>
      stage.as(board).createIssue({ companyId, title: 'Lead', status: 'todo' });
    const [issue, second] = [await createLead(), await createLead()];
    await expect(claim(issue, ceo)).rejects.toEqual(
      refusedWith('strategy_not_approved', { status: 403 }),
    );
    const asked = { issueId: second.id, agentId: ceo.id, expectedStatuses: ['todo' as const] };
    expect((await stage.as(board).checkoutIssue(asked)).assigneeAgentId).toBe(ceo.id);
    await stage.receive(approvals, 'approval.approved', approvedStrategy(companyId, ceo.id));
    expect((await claim(issue, ceo)).status).toBe('in_progress');
  });

  const heard = (
    { ann, companyId, snapshots }: Team,
    event: 'agent.paused' | 'agent.resumed',
    changes: object,
  ) => {
    const payload = { ...snapshots[ann.id], ...changes } as never;
    return stage.receive(agents, event, { companyId, entityId: ann.id, payload });
  };
  const lifted: [
    string,
    (issue: Issue, own: Team) => Promise<unknown>,
    (own: Team) => Promise<unknown>,
  ][] = [
    [
      'issue_owned_by_another_agent',
      (issue, { bob }) => claim(issue, bob),
      async ({ board, bob, companyId }) => {
        const [issue] = await stage.as(board).listIssues({ companyId, assigneeAgentId: bob.id });
        return stage.as(bob).releaseIssue({ issueId: issue?.id ?? '' });
      },
    ],
    [
      'agent_paused',
      (_, own) => heard(own, 'agent.paused', { status: 'paused', version: 2 }),
      (own) => heard(own, 'agent.resumed', { status: 'idle', version: 3 }),
    ],
  ];
  it.each(lifted)('decides a repeated key anew once %s is lifted', async (code, refuse, lift) => {
    const own = await openTeam(stage);
    const { board, ann, companyId } = own;
    const issue = await stage.as(board).createIssue({ companyId, title: 'Work', status: 'todo' });
    const asked = { issueId: issue.id, agentId: ann.id, expectedStatuses: ['todo' as const] };
    const again = () => stage.as(ann, { idempotencyKey: 'claim' }).checkoutIssue(asked);
    await refuse(issue, own);
    await expect(again()).rejects.toEqual(refusedWith(code, { isReplayed: false }));
    await lift(own);
    expect(await again()).toMatchObject({ status: 'in_progress', assigneeAgentId: ann.id });
  });

  it('gives each of 200 issues to exactly one of twenty racing agents', async () => {
    const replica = await stage.replica();
    const racers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { agentId } = await stage.given.agent(team.companyId);
        return agentActor(team.companyId, { id: agentId });
      }),
    );
    const clients = racers.map((racer, index) =>
      clientAs(index % 2 ? replica : stage.service, issuesService.contract, racer),
    );
    const contested: Issue[] = [];
    const outcomes: string[] = [];
    while (contested.length < 200) {
      const issue = await create();
      const { id: issueId } = issue;
      contested.push(issue);
      const answers = await Promise.allSettled(
        clients.map((client, index) =>
          client.checkoutIssue({
            issueId,
            agentId: racers[index]?.id ?? '',
            expectedStatuses: ['todo'],
          }),
        ),
      );
      const winners = answers.filter((answer) => answer.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      const codes = answers.flatMap((answer) =>
        answer.status === 'rejected' ? [(answer.reason as { code: string }).code] : [],
      );
      outcomes.push(...codes);
      const owner = (await stage.as(team.board).getIssue({ issueId })).assigneeAgentId;
      expect(winners[0]?.value.assigneeAgentId).toBe(owner);
    }
    expect(new Set(outcomes)).toEqual(new Set(['issue_owned_by_another_agent']));
    const won = (await stage.emitted('issue.checked_out')).map(({ entityId }) => entityId);
    const ids = new Set(contested.map(({ id }) => id));
    expect(won.filter((id) => ids.has(id)).toSorted()).toEqual([...ids].toSorted());
  }, 120_000);
});
