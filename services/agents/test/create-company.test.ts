import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import type { agents } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

describe('createCompany', () => {
  it('is allowed to instance admins, who are members of no company', async () => {
    const owner = boardActor({ companies: [newId()] });
    await expect(stage.as(owner).createCompany({ name: 'Mine' })).rejects.toMatchObject({
      code: 'instance_admin_only',
    });
  });

  it('creates a company with defaults for what the request leaves out', async () => {
    const company = await stage.as(boardActor()).createCompany({ name: '  Quartz Works ' });
    expect(company).toMatchObject({
      name: 'Quartz Works',
      description: '',
      status: 'active',
      issuePrefix: 'QUA',
      budgetMonthlyCents: 0,
      spentMonthlyCents: 0,
      requireBoardApprovalForNewAgents: true,
      reviewRequired: true,
      timeZone: 'UTC',
      approvalsNeedAnother: false,
      stopsEndedWork: true,
      reopenDays: 7,
      reviewPolicy: 'anyone',
      reviewerAgentId: null,
      reviewEvidence: 'none',
      erasesAt: null,
      maxReviewRounds: 5,
      version: 1,
    });
  });

  it('emits company.created with the whole snapshot', async () => {
    const company = await stage.as(boardActor()).createCompany({
      name: 'Told',
      timeZone: 'Europe/Zurich',
      budgetMonthlyCents: 7,
      reviewRequired: false,
    });
    const emitted = (await stage.emitted('company.created')).find(
      ({ entityId }) => entityId === company.id,
    );
    expect(emitted?.payload).toEqual({
      companyId: company.id,
      name: 'Told',
      issuePrefix: 'TOL',
      status: 'active',
      budgetMonthlyCents: 7,
      requireBoardApprovalForNewAgents: true,
      reviewRequired: false,
      timeZone: 'Europe/Zurich',
      approvalsNeedAnother: false,
      stopsEndedWork: true,
      reopenDays: 7,
      reviewPolicy: 'anyone',
      reviewerAgentId: null,
      reviewEvidence: 'none',
      maxReviewRounds: 5,
      version: 1,
    });
  });

  it('appends as few As as needed to a taken prefix', async () => {
    const found = (name: string) => stage.as(boardActor()).createCompany({ name });
    const prefixes = [];
    for (const name of ['Xylo', 'Xylem', 'xyl', 'XYLA corp']) {
      prefixes.push((await found(name)).issuePrefix);
    }
    expect(prefixes).toEqual(['XYL', 'XYLA', 'XYLAA', 'XYLAAA']);
  });

  it('gives each of forty companies created at once a bounded prefix of its own', async () => {
    const founded = await Promise.all(
      Array.from({ length: 40 }, () => stage.as(boardActor()).createCompany({ name: 'Race' })),
    );
    expect(new Set(founded.map(({ issuePrefix }) => issuePrefix)).size).toBe(40);
    const readable = founded.filter(({ issuePrefix }) => /^RACA{0,20}$/.test(issuePrefix));
    expect(readable).toHaveLength(21);
    expect(founded.every(({ issuePrefix }) => /^RAC(A{0,20}|[A-Z]{2,11})$/.test(issuePrefix))).toBe(
      true,
    );
  });

  it('creates one company if the request is repeated under its idempotency key', async () => {
    const client = stage.as(boardActor(), { idempotencyKey: newId() });
    const [first, second] = [
      await client.createCompany({ name: 'Once' }),
      await client.createCompany({ name: 'Once' }),
    ];
    expect(second).toEqual(first);
  });

  it.each(['Mars/Olympus', '+02:00', ''])('refuses %j as a time zone', async (timeZone) => {
    await expect(
      stage.as(boardActor()).createCompany({ name: 'Nowhere', timeZone }),
    ).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: ['timeZone'] }] });
  });

  it('is allowed to the board only', async () => {
    await expect(
      stage.as(agentActor(newId())).createCompany({ name: 'Mine' }),
    ).rejects.toMatchObject({ code: 'board_only' });
  });
});
