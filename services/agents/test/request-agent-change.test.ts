import { approvals, type Agent, type agents, type Call } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf, anAgent, aTeam, openStageWithProducers, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers();
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
type Patch = Call<typeof agents, 'requestAgentChange'>['payload']['patch'];

const ask = (by: Agent | undefined, agent: Agent, patch: Patch, more = {}) =>
  (by ? stage.as(actorOf(by)) : board()).requestAgentChange({
    companyId: agent.companyId,
    type: 'change_agent',
    payload: { agentId: agent.id, patch },
    ...more,
  });

const decide = (
  { companyId }: Agent,
  approvalId: string,
  name: 'approval.approved' | 'approval.rejected' | 'approval.cancelled' = 'approval.approved',
) =>
  stage.receive(approvals, name, {
    companyId,
    entityId: approvalId,
    payload: {
      approvalId,
      type: 'change_agent',
      status: 'approved',
      requestedByAgentId: null,
      requestedByUserId: null,
      agentId: null,
      issueIds: [],
      decisionNote: null,
      revision: 1,
      version: 2,
    },
  });

const outcomeOf = async (approvalId: string) =>
  (await stage.emitted())
    .filter(({ payload }) => payload['approvalId'] === approvalId)
    .map(({ type }) => type);

const command: Patch = {
  adapterType: 'process',
  adapterConfig: { command: 'node', args: ['a\u202Egent.js'], model: null },
};

describe('requestAgentChange', () => {
  it('asks the board in the name of the agent or of a manager, and changes nothing', async () => {
    const { ceo, lead, engineer } = await aTeam(stage);
    const issueIds = [newId()];
    for (const caller of [engineer, lead, ceo]) {
      const approval = await ask(caller, engineer, command, { issueIds });
      expect(approval).toMatchObject({
        type: 'change_agent',
        status: 'pending',
        requestedByAgentId: caller.id,
        requestedByUserId: null,
        payload: { agentId: engineer.id, patch: command },
        revision: 1,
        version: 1,
        changes: [
          { field: 'adapterConfig.args', before: null, after: ['a\\u{202e}gent.js'] },
          { field: 'adapterConfig.command', before: null, after: 'node' },
          { field: 'adapterConfig.model', before: 'm-1', after: null },
          { field: 'adapterType', before: 'alpha_local', after: 'process' },
        ],
      });
      expect((await stage.emitted('agent_change.requested')).at(-1)).toMatchObject({
        entityId: approval.id,
        actorId: caller.id,
        payload: { approvalId: approval.id, issueIds, changes: approval.changes },
      });
    }
    expect(await readAgent(stage, engineer)).toMatchObject({
      version: 1,
      adapterType: 'alpha_local',
    });
  });

  it('lets the board ask, also in the name of an agent', async () => {
    const { ceo, engineer } = await aTeam(stage);
    const named = await ask(undefined, engineer, command, { requestedByAgentId: ceo.id });
    expect(named).toMatchObject({ requestedByAgentId: ceo.id });
    expect(named.requestedByUserId).not.toBeNull();
  });

  it('is refused to peers and reports, and in the name of another agent', async () => {
    const { companyId, ceo, lead, engineer } = await aTeam(stage);
    const peer = await anAgent(stage, companyId, { reportsTo: lead.id });
    await expect(ask(peer, engineer, command)).rejects.toMatchObject({ code: 'not_your_agent' });
    await expect(ask(engineer, lead, command)).rejects.toMatchObject({ code: 'not_your_agent' });
    await expect(
      ask(lead, engineer, command, { requestedByAgentId: ceo.id }),
    ).rejects.toMatchObject({ code: 'acting_as_another_agent' });
    const { engineer: foreign } = await aTeam(stage);
    await expect(ask(ceo, { ...foreign, companyId }, command)).rejects.toMatchObject({
      code: 'agent_not_found',
    });
  });

  it('refers to secrets and brings none', async () => {
    const { companyId, lead, engineer } = await aTeam(stage);
    const env = (KEY: unknown) => ({ adapterConfig: { env: { KEY } } }) as Patch;
    await expect(ask(lead, engineer, env('s3cret'))).rejects.toMatchObject({
      code: 'secret_in_resubmission',
      details: { fields: ['payload.patch.adapterConfig.env.KEY'] },
    });
    await expect(ask(lead, engineer, env({ secretRef: 'none' }))).rejects.toMatchObject({
      code: 'secret_not_found',
    });
    await expect(
      ask(lead, engineer, { adapterConfig: { extraArgs: ['{{secret:db}}'] } }),
    ).rejects.toMatchObject({ code: 'secret_in_command' });
    const secret = await board().createSecret({ companyId, name: 'db', value: 'stored' });
    const approval = await ask(lead, engineer, env({ secretRef: 'db' }));
    await decide(engineer, approval.id);
    const run = await stage.as(serviceActor()).getRunConfig({ agentId: engineer.id });
    expect(run.adapterConfig['env']).toEqual({ KEY: 'stored' });
    expect((await readAgent(stage, engineer)).adapterConfig['env']).toEqual({
      KEY: { secretRef: secret.id },
    });
  });

  it('does not send a secret that the agent happens to hold to another place', async () => {
    const { companyId, lead, engineer } = await aTeam(stage);
    const other = await anAgent(stage, companyId, { adapterConfig: { env: { K: 'of another' } } });
    const agentId = engineer.id;
    await board().updateAgent({
      agentId,
      adapterConfig: { env: other.adapterConfig['env'] ?? null },
    });
    await expect(ask(lead, engineer, { adapterConfig: { cwd: '/tmp' } })).rejects.toMatchObject({
      code: 'secret_not_found',
      details: { field: 'adapterConfig.env.K' },
    });
    await ask(lead, engineer, { adapterConfig: { model: 'm-2' } });
    await board().updateAgent({ agentId, adapterConfig: { cwd: '/tmp' } });
  });

  it('refuses what could not be applied', async () => {
    const { companyId, ceo, lead, engineer } = await aTeam(stage);
    const cases: [Patch, string][] = [
      [{ name: lead.name }, 'name_taken'],
      [{ role: 'ceo' }, 'ceo_exists'],
      [{ reportsTo: engineer.id }, 'would_make_cycle'],
      [{ adapterConfig: { env: { PATH: { secretRef: 'db' } } } }, 'variable_not_allowed'],
      [{ adapterConfig: { promptTemplate: '{{nothing}}' } }, 'invalid_input'],
      [{ adapterConfig: { cwd: '/srv/e' } }, 'invalid_input'],
      [{}, 'invalid_input'],
      [{ capabilities: 'c'.repeat(50_000) }, 'invalid_input'],
    ];
    await board().createSecret({ companyId, name: 'db', value: 'stored' });
    for (const [patch, code] of cases) {
      await expect(ask(ceo, engineer, patch)).rejects.toMatchObject({ code });
    }
  });
});

describe('applyApprovedChange', () => {
  it('applies exactly the change, once, as a revision of its own', async () => {
    const { lead, engineer } = await aTeam(stage);
    const { id } = await ask(lead, engineer, command);
    await decide(engineer, id);
    await stage.redeliver();
    expect(await readAgent(stage, engineer)).toMatchObject({
      adapterType: 'process',
      adapterConfig: { command: 'node', args: ['a\u202Egent.js'], cwd: '/srv/e' },
      version: 2,
    });
    expect(await outcomeOf(id)).toEqual(['agent_change.requested', 'agent_change.applied']);
  });

  it('raises a budget that a manager may not raise', async () => {
    const { lead, engineer } = await aTeam(stage);
    await board().updateAgentBudget({ agentId: engineer.id, budgetMonthlyCents: 100 });
    const { id } = await ask(lead, engineer, { budgetMonthlyCents: 900 });
    await decide(engineer, id);
    expect(await readAgent(stage, engineer)).toMatchObject({ budgetMonthlyCents: 900 });
  });

  it('is not prevented by runs, pauses and other states of the agent', async () => {
    const { engineer } = await aTeam(stage);
    const { id } = await ask(engineer, engineer, command);
    await board().pauseAgent({ agentId: engineer.id });
    await decide(engineer, id);
    expect(await readAgent(stage, engineer)).toMatchObject({
      adapterType: 'process',
      status: 'paused',
    });
  });

  it('applies nothing if the agent has changed since, and says so', async () => {
    const { companyId, lead, engineer } = await aTeam(stage);
    const { id: agentId } = engineer;
    const stale = await ask(lead, engineer, command);
    await board().updateAgent({ agentId, title: 'New' });
    const conflicting = await ask(lead, engineer, { ...command, name: 'Free' });
    await anAgent(stage, companyId, { name: 'FREE' });
    const secret = await board().createSecret({ companyId, name: 'gone', value: 'v' });
    const missing = await ask(lead, engineer, {
      adapterConfig: { env: { KEY: { secretRef: 'gone' } } },
    });
    await board().deleteSecret({ companyId, secretId: secret.id });
    for (const { id } of [stale, conflicting, missing]) {
      await decide(engineer, id);
      expect(await outcomeOf(id)).toEqual(['agent_change.requested', 'agent_change.dropped']);
    }
    expect(await readAgent(stage, engineer)).toMatchObject({
      adapterType: 'alpha_local',
      version: 2,
    });
    const late = await ask(lead, engineer, command);
    await board().terminateAgent({ agentId });
    await decide(engineer, late.id);
    expect(await outcomeOf(late.id)).toEqual(['agent_change.requested', 'agent_change.dropped']);
  });
});

describe('forgetRefusedChange', () => {
  it.each(['approval.rejected', 'approval.cancelled'] as const)(
    'applies nothing after %s',
    async (event) => {
      const { lead, engineer } = await aTeam(stage);
      const { id } = await ask(lead, engineer, command);
      await decide(engineer, id, event);
      await decide(engineer, id);
      expect(await readAgent(stage, engineer)).toMatchObject({ version: 1 });
      expect(await outcomeOf(id)).toEqual(['agent_change.requested']);
    },
  );
});
