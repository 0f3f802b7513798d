import { agents, type ApprovalType } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage, givenHire } from './requests.ts';

const board = boardActor();
let stage: ApprovalsStage;
let companyId: string;
let agentId: string;

beforeAll(async () => {
  stage = await openStage(approvalsService);
  ({ companyId } = await stage.given.company());
  ({ agentId } = await stage.given.agent(companyId));
});
afterAll(() => stage.close());

const asRequester = () => stage.as(agentActor(companyId, { id: agentId }));
const request = async (payload = {}, type: ApprovalType = 'request_board_approval') =>
  (await asRequester().createApproval({ companyId, type, payload })).id;
const givenOwnHire = () => givenHire(stage, companyId, { requestedByAgentId: agentId });
const lastEventOf = async (approvalId: string) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === approvalId).at(-1);

describe('resubmitApproval', () => {
  it('resubmits with a new payload and the next revision', async () => {
    const approvalId = await request({ cents: 500 });
    await stage.as(board).requestRevision({ approvalId, decisionNote: 'less' });
    const resubmitted = await asRequester().resubmitApproval({
      approvalId,
      payload: { cents: 300, apiKey: 'sk-live' },
    });
    expect(resubmitted).toMatchObject({
      status: 'pending',
      payload: { cents: 300, apiKey: '***' },
      revision: 2,
      decisionNote: null,
    });
    expect(await lastEventOf(approvalId)).toMatchObject({
      type: 'approval.resubmitted',
      payload: { revision: 2, status: 'pending', hire: null },
    });
  });

  it('keeps the payload when none is sent', async () => {
    const approvalId = await request({ cents: 500 });
    await stage.as(board).requestRevision({ approvalId });
    const resubmitted = await stage.as(board).resubmitApproval({ approvalId });
    expect(resubmitted).toMatchObject({ payload: { cents: 500 }, revision: 2 });
  });

  it('binds a decision to the revision that was read', async () => {
    const approvalId = await request({ cents: 1 });
    await stage.as(board).requestRevision({ approvalId });
    await asRequester().resubmitApproval({ approvalId, payload: { cents: 1_000_000 } });
    const stale = stage.as(board).approveApproval({ approvalId, revision: 1 });
    await expect(stale).rejects.toMatchObject({
      code: 'version_mismatch',
      details: { revision: 2, version: 3 },
    });
    const approved = await stage.as(board).approveApproval({ approvalId, revision: 2 });
    expect(approved.status).toBe('approved');
  });

  it('is approved only by who names the revision or the version that was read', async () => {
    const approvalId = await request({ cents: 1 });
    await stage.as(board).requestRevision({ approvalId });
    await asRequester().resubmitApproval({ approvalId, payload: { cents: 1_000_000 } });
    // Who names neither decides on what was asked for first.
    await expect(stage.as(board).approveApproval({ approvalId })).rejects.toMatchObject({
      code: 'version_mismatch',
      details: { revision: 2, version: 3 },
    });
    const approved = await stage.as(board).approveApproval({ approvalId, ifVersion: 3 });
    expect(approved.status).toBe('approved');
  });

  it('is allowed to the requester and the board, after a revision was requested', async () => {
    const approvalId = await request();
    await expect(asRequester().resubmitApproval({ approvalId })).rejects.toMatchObject({
      code: 'illegal_transition',
      details: { status: 'pending' },
    });
    await stage.as(board).requestRevision({ approvalId });
    const colleague = await stage.given.agent(companyId);
    const posing = stage.as(agentActor(companyId, { id: colleague.agentId }));
    await expect(posing.resubmitApproval({ approvalId })).rejects.toMatchObject({
      code: 'not_the_requester',
    });
    await stage.as(board).rejectApproval({ approvalId });
    await expect(asRequester().resubmitApproval({ approvalId })).rejects.toMatchObject({
      code: 'approval_already_decided',
    });
  });

  it('checks the new payload like the first one', async () => {
    const approvalId = await request({ amountCents: 5 }, 'budget_override_required');
    await stage.as(board).requestRevision({ approvalId });
    const wrong = asRequester().resubmitApproval({ approvalId, payload: { amountCents: 0 } });
    await expect(wrong).rejects.toMatchObject({ details: [{ path: ['payload', 'amountCents'] }] });
    await asRequester().resubmitApproval({ approvalId, payload: { amountCents: 7 } });
    expect((await lastEventOf(approvalId))?.payload).toMatchObject({
      budgetRaise: { agentId, amountCents: 7 },
    });
  });

  it('emits the revised fields of a hire, and keeps the others', async () => {
    const { agent, approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    const payload = { title: 'Junior engineer', budgetMonthlyCents: 100 };
    const resubmitted = await asRequester().resubmitApproval({ approvalId, payload });
    expect(resubmitted.payload).toMatchObject({ name: agent.name, ...payload });
    expect((await lastEventOf(approvalId))?.payload).toMatchObject({
      agentId: agent.agentId,
      hire: payload,
    });
  });

  it('refuses a hire with invalid fields or new secrets', async () => {
    const { approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    const wrong = asRequester().resubmitApproval({ approvalId, payload: { icon: 'unicorn' } });
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['payload', 'icon'] }],
    });
    const secret = { adapterConfig: { env: { KEY: 'sk-live-2' } } };
    const leak = asRequester().resubmitApproval({ approvalId, payload: secret });
    await expect(leak).rejects.toMatchObject({
      code: 'secret_in_resubmission',
      status: 422,
      details: { fields: ['payload.adapterConfig.env.KEY'] },
    });
    const masked = { adapterConfig: { env: { KEY: '***' }, cwd: '/elsewhere' } };
    const kept = await asRequester().resubmitApproval({ approvalId, payload: masked });
    expect(kept.payload).toMatchObject(masked);
  });
});

describe('a revised hire that refers to a secret', () => {
  const secret = async (name: string | null, type: 'created' | 'deleted', secretId = newId()) => {
    await stage.receive(agents, `secret.${type}`, {
      companyId,
      entityId: secretId,
      payload: { secretId, name, version: 1 },
    });
    return secretId;
  };
  const revising = async () => {
    const { approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    return (env: object) =>
      asRequester().resubmitApproval({
        approvalId,
        payload: { adapterConfig: { env: env as Record<string, string> } },
      });
  };

  it('may name a secret of the company, by name in any case or by id', async () => {
    const secretId = await secret('Database', 'created');
    const resubmit = await revising();
    const env = {
      A: { secretRef: 'database' },
      B: { secretRef: secretId },
      C: '{{secret:Database}}',
    };
    const { payload } = await resubmit(env);
    expect(payload).toMatchObject({ adapterConfig: { env } });
  });

  it('may not have the reference on a command line', async () => {
    await secret('shown', 'created');
    const { approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    const shown = asRequester().resubmitApproval({
      approvalId,
      payload: { adapterType: 'process', adapterConfig: { args: ['{{secret:shown}}'] } },
    });
    await expect(shown).rejects.toMatchObject({
      code: 'secret_in_command',
      details: { fields: ['payload.adapterConfig.args.0'] },
    });
  });

  it('may keep its references, and may add none to a secret of another agent', async () => {
    const own = newId();
    const { approvalId } = await givenHire(stage, companyId, {
      requestedByAgentId: agentId,
      hire: { adapterConfig: { env: { KEY: { secretRef: own } } } },
    });
    await stage.as(board).requestRevision({ approvalId });
    const resubmit = (secretRef: string) =>
      asRequester().resubmitApproval({
        approvalId,
        payload: { adapterConfig: { env: { KEY: { secretRef } }, cwd: '/srv' } },
      });
    const foreign = resubmit(await secret(null, 'created'));
    await expect(foreign).rejects.toMatchObject({
      code: 'secret_not_found',
      details: { field: 'payload.adapterConfig.env.KEY' },
    });
    expect(await resubmit(own)).toMatchObject({ status: 'pending' });
  });

  it('may not name an unknown, a foreign or a deleted secret', async () => {
    const gone = await secret('gone', 'created');
    await secret('gone', 'deleted', gone);
    const other = (await stage.given.company()).companyId;
    await stage.receive(agents, 'secret.created', {
      companyId: other,
      entityId: gone,
      payload: { secretId: newId(), name: 'theirs', version: 1 },
    });
    const resubmit = await revising();
    for (const secretRef of ['never-was', 'gone', gone, 'theirs']) {
      await expect(resubmit({ KEY: { secretRef } })).rejects.toMatchObject({
        code: 'secret_not_found',
        details: { field: 'payload.adapterConfig.env.KEY' },
      });
    }
  });
});
