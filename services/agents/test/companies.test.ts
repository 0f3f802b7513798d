import { billing, type agents, type Permission } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent, readAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

describe('getCompany', () => {
  it('shows a company to its agents and its board', async () => {
    const company = await aCompany(stage);
    const { id: companyId } = company;
    expect(await stage.as(agentActor(companyId)).getCompany({ companyId })).toEqual(company);
    expect(
      await stage.as(boardActor({ companies: [companyId] })).getCompany({ companyId }),
    ).toEqual(company);
  });

  it('gives the same answer for an absent company and a foreign one', async () => {
    const { id: companyId } = await aCompany(stage);
    for (const actor of [agentActor(newId()), boardActor({ companies: [newId()] })]) {
      await expect(stage.as(actor).getCompany({ companyId })).rejects.toMatchObject({
        code: 'company_not_found',
      });
    }
    await expect(stage.as(boardActor()).getCompany({ companyId: newId() })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });
});

describe('listCompanies', () => {
  it('gives an agent its own company only', async () => {
    const company = await aCompany(stage);
    await aCompany(stage);
    expect(await stage.as(agentActor(company.id)).listCompanies({})).toEqual([company]);
  });

  it('gives a board user the companies it belongs to, oldest first', async () => {
    const mine = [await aCompany(stage), await aCompany(stage)];
    await aCompany(stage);
    const board = boardActor({ companies: mine.map(({ id }) => id).toReversed() });
    expect(await stage.as(board).listCompanies({})).toEqual(mine);
  });

  it('gives a user without a company an empty list', async () => {
    expect(await stage.as(boardActor({ companies: [] })).listCompanies({})).toEqual([]);
  });

  it('refuses an invalid cursor', async () => {
    const forged = Buffer.from(JSON.stringify(['companies', 'all', 'x'])).toString('base64url');
    for (const cursor of ['nonsense', forged]) {
      await expect(stage.as(boardActor()).listCompanies({ cursor })).rejects.toMatchObject({
        code: 'invalid_cursor',
      });
    }
  });
});

describe('updateCompany', () => {
  it('changes the given fields and emits the change', async () => {
    const company = await aCompany(stage, { description: 'old' });
    const changed = await stage.as(boardActor()).updateCompany({
      companyId: company.id,
      name: 'New',
      requireBoardApprovalForNewAgents: false,
      approvalsNeedAnother: true,
      stopsEndedWork: false,
      reopenDays: 30,
      reviewPolicy: 'person',
      reviewEvidence: 'link',
      maxReviewRounds: 2,
      status: 'paused',
    });
    expect(changed).toEqual({
      ...company,
      name: 'New',
      requireBoardApprovalForNewAgents: false,
      approvalsNeedAnother: true,
      stopsEndedWork: false,
      reopenDays: 30,
      reviewPolicy: 'person',
      reviewEvidence: 'link',
      maxReviewRounds: 2,
      status: 'paused',
      version: 2,
      updatedAt: changed.updatedAt,
    });
    const emitted = (await stage.emitted('company.updated')).at(-1);
    expect(emitted).toMatchObject({
      entityId: company.id,
      payload: {
        name: 'New',
        status: 'paused',
        requireBoardApprovalForNewAgents: false,
        approvalsNeedAnother: true,
        stopsEndedWork: false,
        reopenDays: 30,
        reviewPolicy: 'person',
        reviewEvidence: 'link',
        maxReviewRounds: 2,
        version: 2,
      },
    });
  });

  it('emits nothing if nothing changes', async () => {
    const company = await aCompany(stage);
    const before = (await stage.emitted('company.updated')).length;
    const { id: companyId, name } = company;
    expect(await stage.as(boardActor()).updateCompany({ companyId, name })).toEqual(company);
    expect(await stage.emitted('company.updated')).toHaveLength(before);
  });

  it('refuses a stale version', async () => {
    const { id: companyId } = await aCompany(stage);
    const board = stage.as(boardActor());
    await board.updateCompany({ companyId, name: 'Second', ifVersion: 1 });
    await expect(
      board.updateCompany({ companyId, name: 'Third', ifVersion: 1 }),
    ).rejects.toMatchObject({ code: 'version_mismatch' });
  });

  it('makes an archived company read-only until it is active again', async () => {
    const { id: companyId } = await aCompany(stage);
    const board = stage.as(boardActor());
    await board.updateCompany({ companyId, status: 'archived' });
    await expect(board.updateCompany({ companyId, name: 'Late' })).rejects.toMatchObject({
      code: 'company_archived',
    });
    await expect(board.createAgent({ companyId, name: 'Late' })).rejects.toMatchObject({
      code: 'company_archived',
    });
    await expect(board.hireAgent({ companyId, name: 'Late' })).rejects.toMatchObject({
      code: 'company_archived',
    });
    const { status } = await board.updateCompany({ companyId, status: 'active' });
    expect(status).toBe('active');
  });

  it('is allowed to the board of the company only', async () => {
    const { id: companyId } = await aCompany(stage);
    await expect(
      stage.as(agentActor(companyId)).updateCompany({ companyId, name: 'Mine' }),
    ).rejects.toMatchObject({ code: 'board_only' });
    await expect(
      stage.as(agentActor(newId())).updateCompany({ companyId, name: 'Mine' }),
    ).rejects.toMatchObject({ code: 'company_not_found' });
  });
});

describe('updateCompanyBudget', () => {
  it('changes the limit, emits it, and refuses a stale version', async () => {
    const company = await aCompany(stage);
    const board = stage.as(boardActor());
    const wanted = { companyId: company.id, budgetMonthlyCents: 5_000 };
    const changed = await board.updateCompanyBudget(wanted);
    expect(changed).toEqual({
      ...company,
      budgetMonthlyCents: 5_000,
      version: 2,
      updatedAt: changed.updatedAt,
    });
    expect(await board.updateCompanyBudget(wanted)).toEqual(changed);
    const emitted = (await stage.emitted('company.updated')).filter(
      ({ entityId }) => entityId === company.id,
    );
    expect(emitted.map(({ payload }) => payload)).toMatchObject([
      { budgetMonthlyCents: 5_000, name: company.name, version: 2 },
    ]);
    await expect(
      board.updateCompanyBudget({ ...wanted, budgetMonthlyCents: 0, ifVersion: 1 }),
    ).rejects.toMatchObject({ code: 'version_mismatch' });
  });

  it('is allowed to the board of the company only', async () => {
    const { id: companyId } = await aCompany(stage);
    const wanted = { companyId, budgetMonthlyCents: 1 };
    await expect(stage.as(agentActor(companyId)).updateCompanyBudget(wanted)).rejects.toMatchObject(
      { code: 'board_only' },
    );
    for (const stranger of [agentActor(newId()), boardActor({ companies: [newId()] })]) {
      await expect(stage.as(stranger).updateCompanyBudget(wanted)).rejects.toMatchObject({
        code: 'company_not_found',
      });
    }
  });
});

describe('the spend of a company', () => {
  const monthIn = (timeZone: string): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).format(
      new Date(),
    );

  const costOf =
    (companyId: string) =>
    (month: string, companySpentCents: number): Promise<void> =>
      stage.receive(billing, 'cost.recorded', {
        companyId,
        entityId: newId(),
        payload: {
          costEventId: newId(),
          agentId: newId(),
          costCents: 1,
          month,
          provider: 'p',
          model: 'm',
          inputTokens: 0,
          outputTokens: 0,
          cachedInputTokens: 0,
          issueId: null,
          projectId: null,
          runId: null,
          agentSpentCents: 1,
          companySpentCents,
        },
      });

  it('is that of the current month in its time zone, and falls with a void', async () => {
    const timeZone = 'Pacific/Kiritimati';
    const { id: companyId } = await aCompany(stage, { timeZone });
    const cost = costOf(companyId);
    await cost('2020-01', 900);
    await cost(monthIn(timeZone), 70);
    await cost(monthIn(timeZone), 40);
    const { spentMonthlyCents } = await stage.as(boardActor()).getCompany({ companyId });
    expect(spentMonthlyCents).toBe(40);
  });

  it('is that of the former zone until the first month of a changed one', async () => {
    const { id: companyId } = await aCompany(stage, { timeZone: 'UTC' });
    const cost = costOf(companyId);
    const board = stage.as(boardActor());
    const spend = async () => (await board.getCompany({ companyId })).spentMonthlyCents;
    const agent = await anAgent(stage, companyId);
    const resetsAt = async () => (await readAgent(stage, agent)).budget.resetsAt;
    const begin = await resetsAt();
    await cost(monthIn('UTC'), 40);
    await board.updateCompany({ companyId, timeZone: 'Pacific/Kiritimati' });
    const payload = (await stage.emitted('company.updated')).at(-1)?.payload;
    expect(payload).toMatchObject({
      timeZone: 'Pacific/Kiritimati',
      timeZoneFrom: { at: begin, month: begin.slice(0, 7) },
    });
    expect(await spend()).toBe(40);
    expect(await resetsAt()).toBe(begin);
    await board.updateCompany({ companyId, timeZone: 'Asia/Tokyo' });
    await board.updateCompany({ companyId, name: 'Renamed' });
    expect((await stage.emitted('company.updated')).at(-1)?.payload).toMatchObject({
      timeZone: 'Asia/Tokyo',
      timeZoneFrom: { at: begin, month: begin.slice(0, 7) },
    });
    // As if the moment had passed in a month that the clocks of the new zone do not show yet.
    await stage.db.run({
      text: `update companies set zone_from = now(), zone_from_month = '2999-01' where id = $1`,
      values: [companyId],
    });
    await cost('2999-01', 7);
    expect(await spend()).toBe(7);
    expect(await resetsAt()).toBe('2999-01-31T15:00:00.000Z');
  });
});

describe('stopCompany', () => {
  it('pauses the company and says that its runs stop, and says so again at each repeat', async () => {
    const { id: companyId } = await aCompany(stage);
    const operator = (permissions: Permission[]) =>
      stage.as(boardActor({ companies: [{ companyId, role: 'operator', permissions }] }));
    await expect(operator(['approve']).stopCompany({ companyId })).rejects.toMatchObject({
      code: 'permission_missing',
    });
    const stopped = await operator(['manage_agents']).stopCompany({ companyId });
    expect(stopped).toMatchObject({ id: companyId, status: 'paused', version: 2 });
    expect(await stage.as(boardActor()).stopCompany({ companyId })).toEqual(stopped);
    const emitted = async (type: 'company.updated' | 'company.stopped') =>
      (await stage.emitted(type)).filter(({ entityId }) => entityId === companyId);
    expect(await emitted('company.updated')).toMatchObject([{ payload: { status: 'paused' } }]);
    expect(await emitted('company.stopped')).toHaveLength(2);
  });

  it('refuses an archived company, and hides one of another', async () => {
    const { id: companyId } = await aCompany(stage);
    const board = stage.as(boardActor());
    await board.updateCompany({ companyId, status: 'archived' });
    await expect(board.stopCompany({ companyId })).rejects.toMatchObject({
      code: 'company_archived',
    });
    const stranger = stage.as(boardActor({ companies: [] }));
    await expect(stranger.stopCompany({ companyId })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });
});
