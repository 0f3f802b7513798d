/** What a board user may do by role and permissions, in one company and in another. */
import type { agents, MemberRole, Membership, Permission } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany } from './team.ts';

let stage: Stage<typeof agents>;
let companyId: string;
let agentId: string;
beforeAll(async () => {
  stage = await openStage(agentsService);
  ({ id: companyId } = await aCompany(stage));
  ({ id: agentId } = await stage.as(boardActor()).createAgent({ companyId, name: 'Ann' }));
});
afterAll(() => stage.close());

const member = (role: MemberRole, ...permissions: Permission[]): Membership => ({
  companyId,
  role,
  permissions,
});
const as = (...companies: Membership[]) => stage.as(boardActor({ companies }));

describe('a viewer', () => {
  it('reads everything and changes nothing, whatever its permissions', async () => {
    const viewer = as(member('viewer', 'manage_agents', 'manage_budgets'));
    expect(await viewer.getAgent({ agentId })).toMatchObject({ name: 'Ann' });
    expect(await viewer.listAgents({ companyId })).toHaveLength(1);
    for (const change of [
      () => viewer.pauseAgent({ agentId }),
      () => viewer.createAgent({ companyId, name: 'Bob' }),
      () => viewer.updateCompany({ companyId, name: 'Ours' }),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'viewer_reads_only', status: 403 });
    }
  });
});

describe('an operator', () => {
  it('needs manage_agents to change agents', async () => {
    await expect(
      as(member('operator', 'manage_budgets')).pauseAgent({ agentId }),
    ).rejects.toMatchObject({
      code: 'permission_missing',
      details: { permission: 'manage_agents' },
    });
    const trusted = as(member('operator', 'manage_agents'));
    expect(await trusted.updateAgent({ agentId, title: 'Builder' })).toMatchObject({
      title: 'Builder',
    });
  });

  it('needs manage_budgets to change a budget, whichever way', async () => {
    const trusted = as(member('operator', 'manage_agents'));
    const refused = { code: 'permission_missing', details: { permission: 'manage_budgets' } };
    for (const change of [
      () => trusted.updateAgentBudget({ agentId, budgetMonthlyCents: 700 }),
      () => trusted.updateAgent({ agentId, budgetMonthlyCents: 700 }),
      () => trusted.updateCompanyBudget({ companyId, budgetMonthlyCents: 700 }),
    ]) {
      await expect(change()).rejects.toMatchObject(refused);
    }
    const before = await trusted.getAgent({ agentId });
    const [newest] = await trusted.listConfigRevisions({ agentId, limit: 1 });
    await stage.as(boardActor()).updateAgentBudget({ agentId, budgetMonthlyCents: 900 });
    const back = await trusted.rollBackConfig({ agentId, revisionId: newest?.id ?? '' });
    expect(back).toMatchObject({ budgetMonthlyCents: 900 });
    const treasurer = as(member('operator', 'manage_budgets'));
    const { budgetMonthlyCents } = before;
    expect(await treasurer.updateAgentBudget({ agentId, budgetMonthlyCents })).toMatchObject({
      budgetMonthlyCents,
    });
  });

  it('may not change the settings of the company', async () => {
    await expect(
      as(member('operator', 'manage_agents')).updateCompany({ companyId, name: 'Ours' }),
    ).rejects.toMatchObject({ code: 'owner_only', status: 403 });
    expect(await as(member('owner')).updateCompany({ companyId, name: 'Ours' })).toMatchObject({
      name: 'Ours',
    });
  });
});

describe('a member of two companies', () => {
  it('has in each its role and permissions of that company', async () => {
    const { id: other } = await aCompany(stage);
    const board = stage.as(boardActor());
    const { id: bob } = await board.createAgent({ companyId: other, name: 'Bob' });
    const both = as(member('owner'), { companyId: other, role: 'viewer', permissions: [] });
    expect(await both.updateAgent({ agentId, title: 'First' })).toMatchObject({ title: 'First' });
    await expect(both.updateAgent({ agentId: bob, title: 'First' })).rejects.toMatchObject({
      code: 'viewer_reads_only',
    });
    await expect(
      both.updateAgent({ agentId: 'bob', companyId: other, title: 'First' }),
    ).rejects.toMatchObject({ code: 'viewer_reads_only' });
    // Naming the company in which it has the permission gives no access to the other company.
    await expect(
      both.updateAgent({ agentId: bob, companyId, title: 'First' }),
    ).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  it('cannot tell things of other companies from absent ones', async () => {
    const { id: other } = await aCompany(stage);
    const { id: bob } = await stage.as(boardActor()).createAgent({ companyId: other, name: 'Bob' });
    const viewers = as(member('viewer'), { ...member('viewer'), companyId: newId() });
    for (const foreign of [bob, newId()]) {
      await expect(viewers.pauseAgent({ agentId: foreign })).rejects.toMatchObject({
        code: 'agent_not_found',
      });
    }
  });
});
