import { agents, approvals, type ApprovalType } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, clientAs, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { givenHire, type ApprovalsStage } from './asks.ts';

const RACES = 50;
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
const asked = async (payload = {}, type: ApprovalType = 'request_board_approval') =>
  (await asRequester().createApproval({ companyId, type, payload })).id;
const namesOf = async (approvalId: string) =>
  (await stage.said()).filter(({ entityId }) => entityId === approvalId).map(({ type }) => type);
const givenOwnHire = () => givenHire(stage, companyId, { requestedByAgentId: agentId });
const lastSaid = async (approvalId: string) =>
  (await stage.said()).filter(({ entityId }) => entityId === approvalId).at(-1);

describe('requestRevision', () => {
  it('asks for a revision without deciding, and again without saying it again', async () => {
    const approvalId = await asked();
    const asking = { approvalId, decisionNote: 'cheaper, please' };
    const revised = await stage.as(board).requestRevision(asking);
    expect(revised).toMatchObject({
      status: 'revision_requested', decisionNote: 'cheaper, please', decidedAt: null,
      decidedByUserId: null, revision: 1, version: 2,
    });
    expect(await stage.as(board).requestRevision({ approvalId })).toEqual(revised);
    expect(await namesOf(approvalId)).toEqual(['approval.created', 'approval.revision_requested']);
    expect((await lastSaid(approvalId))?.payload).toMatchObject({
      requestedByAgentId: agentId, status: 'revision_requested', decisionNote: 'cheaper, please',
    });
  });

  it('is for the board, and too late after a decision', async () => {
    const approvalId = await asked();
    await expect(asRequester().requestRevision({ approvalId })).rejects.toMatchObject({
      code: 'board_only',
    });
    await stage.as(board).approveApproval({ approvalId });
    await expect(stage.as(board).requestRevision({ approvalId })).rejects.toMatchObject({
      code: 'approval_already_decided', details: { status: 'approved' },
    });
  });

  it('races an approval that names nothing: in one order both are made, else it is too late',
    async () => {
      const twin = clientAs(await stage.replica(), approvals, board);
      for (let race = 0; race < RACES; race++) {
        const approvalId = await asked();
        const [revision, approval] = await Promise.allSettled([
          stage.as(board).requestRevision({ approvalId }), twin.approveApproval({ approvalId }),
        ]);
        expect(approval).toMatchObject({ value: { status: 'approved' } });
        if (revision.status === 'rejected') {
          expect(revision.reason).toMatchObject({ code: 'approval_already_decided' });
        }
        const made = revision.status === 'fulfilled' ? ['approval.revision_requested'] : [];
        expect(await namesOf(approvalId)).toEqual([
          'approval.created', ...made, 'approval.approved',
        ]);
      }
    });

  it('races an approval of what was read with a clear outcome', async () => {
    const twin = clientAs(await stage.replica(), approvals, board);
    for (let race = 0; race < RACES; race++) {
      const approvalId = await asked();
      const [revision, approval] = await Promise.allSettled([
        stage.as(board).requestRevision({ approvalId, revision: 1 }),
        twin.approveApproval({ approvalId, ifVersion: 1 }),
      ]);
      const { status } = await stage.as(board).getApproval({ approvalId });
      const lost = status === 'approved' ? revision : approval;
      const won = status === 'approved' ? approval : revision;
      expect(won.status).toBe('fulfilled');
      expect(lost).toMatchObject({
        status: 'rejected',
        reason: {
          code: status === 'approved' ? 'approval_already_decided' : 'version_mismatch',
        },
      });
      expect(await namesOf(approvalId)).toHaveLength(2);
    }
  });
});

describe('resubmitApproval', () => {
  it('asks again with a new payload and the next revision', async () => {
    const approvalId = await asked({ cents: 500 });
    await stage.as(board).requestRevision({ approvalId, decisionNote: 'less' });
    const resubmitted = await asRequester().resubmitApproval({
      approvalId, payload: { cents: 300, apiKey: 'sk-live' },
    });
    expect(resubmitted).toMatchObject({
      status: 'pending', payload: { cents: 300, apiKey: '***' }, revision: 2, decisionNote: null,
    });
    expect(await lastSaid(approvalId)).toMatchObject({
      type: 'approval.resubmitted', payload: { revision: 2, status: 'pending', hire: null },
    });
  });

  it('keeps the payload when none is sent', async () => {
    const approvalId = await asked({ cents: 500 });
    await stage.as(board).requestRevision({ approvalId });
    const resubmitted = await stage.as(board).resubmitApproval({ approvalId });
    expect(resubmitted).toMatchObject({ payload: { cents: 500 }, revision: 2 });
  });

  it('binds a verdict to the revision that was read', async () => {
    const approvalId = await asked({ cents: 1 });
    await stage.as(board).requestRevision({ approvalId });
    await asRequester().resubmitApproval({ approvalId, payload: { cents: 1_000_000 } });
    const stale = stage.as(board).approveApproval({ approvalId, revision: 1 });
    await expect(stale).rejects.toMatchObject({
      code: 'version_mismatch', details: { revision: 2, version: 3 },
    });
    const approved = await stage.as(board).approveApproval({ approvalId, revision: 2 });
    expect(approved.status).toBe('approved');
  });

  it('is for the requester and the board, after the board has asked for it', async () => {
    const approvalId = await asked();
    await expect(asRequester().resubmitApproval({ approvalId })).rejects.toMatchObject({
      code: 'illegal_transition', details: { status: 'pending' },
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
    const approvalId = await asked({ amountCents: 5 }, 'budget_override_required');
    await stage.as(board).requestRevision({ approvalId });
    const wrong = asRequester().resubmitApproval({ approvalId, payload: { amountCents: 0 } });
    await expect(wrong).rejects.toMatchObject({ details: [{ path: ['payload', 'amountCents'] }] });
    await asRequester().resubmitApproval({ approvalId, payload: { amountCents: 7 } });
    expect((await lastSaid(approvalId))?.payload).toMatchObject({
      budgetRaise: { agentId, amountCents: 7 },
    });
  });

  it('says the revised fields of a hire, and keeps the others', async () => {
    const { agent, approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    const payload = { title: 'Junior engineer', budgetMonthlyCents: 100 };
    const resubmitted = await asRequester().resubmitApproval({ approvalId, payload });
    expect(resubmitted.payload).toMatchObject({ name: agent.name, ...payload });
    expect((await lastSaid(approvalId))?.payload).toMatchObject({
      agentId: agent.agentId, hire: payload,
    });
  });

  it('refuses a hire with fields that are wrong, or with new secrets', async () => {
    const { approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    const wrong = asRequester().resubmitApproval({ approvalId, payload: { icon: 'unicorn' } });
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid_input', details: [{ path: ['payload', 'icon'] }],
    });
    const secret = { adapterConfig: { env: { KEY: 'sk-live-2' } } };
    const leak = asRequester().resubmitApproval({ approvalId, payload: secret });
    await expect(leak).rejects.toMatchObject({
      code: 'secret_in_resubmission', status: 422,
      details: { fields: ['payload.adapterConfig.env.KEY'] },
    });
    const masked = { adapterConfig: { env: { KEY: '***' }, cwd: '/elsewhere' } };
    const kept = await asRequester().resubmitApproval({ approvalId, payload: masked });
    expect(kept.payload).toMatchObject(masked);
  });
});

describe('a revised hire that refers to a secret', () => {
  const secret = async (name: string | null, type: 'created' | 'deleted', secretId = newId()) => {
    await stage.hear(agents, `secret.${type}`, {
      companyId, entityId: secretId, payload: { secretId, name, version: 1 },
    });
    return secretId;
  };
  const revising = async () => {
    const { approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    return (env: object) => asRequester().resubmitApproval({
      approvalId, payload: { adapterConfig: { env: env as Record<string, string> } },
    });
  };

  it('may name one of the company, by name in any case or by id', async () => {
    const secretId = await secret('Database', 'created');
    const resubmit = await revising();
    const env = {
      A: { secretRef: 'database' }, B: { secretRef: secretId }, C: '{{secret:Database}}',
    };
    const { payload } = await resubmit(env);
    expect(payload).toMatchObject({ adapterConfig: { env } });
  });

  it('may not name one where every process of the machine would see it', async () => {
    await secret('shown', 'created');
    const { approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    const shown = asRequester().resubmitApproval({
      approvalId,
      payload: { adapterType: 'process', adapterConfig: { args: ['{{secret:shown}}'] } },
    });
    await expect(shown).rejects.toMatchObject({
      code: 'secret_in_command', details: { fields: ['payload.adapterConfig.args.0'] },
    });
  });

  it('may keep what the hire refers to, and nothing that nobody else may have', async () => {
    const own = newId();
    const { approvalId } = await givenHire(stage, companyId, {
      requestedByAgentId: agentId, hire: { adapterConfig: { env: { KEY: { secretRef: own } } } },
    });
    await stage.as(board).requestRevision({ approvalId });
    const resubmit = (secretRef: string) => asRequester().resubmitApproval({
      approvalId, payload: { adapterConfig: { env: { KEY: { secretRef } }, cwd: '/srv' } },
    });
    const foreign = resubmit(await secret(null, 'created'));
    await expect(foreign).rejects.toMatchObject({
      code: 'secret_not_found', details: { field: 'payload.adapterConfig.env.KEY' },
    });
    expect(await resubmit(own)).toMatchObject({ status: 'pending' });
  });

  it('may not name one that is not there, of another company, or gone', async () => {
    const gone = await secret('gone', 'created');
    await secret('gone', 'deleted', gone);
    const elsewhere = (await stage.given.company()).companyId;
    await stage.hear(agents, 'secret.created', {
      companyId: elsewhere,
      entityId: gone,
      payload: { secretId: newId(), name: 'theirs', version: 1 },
    });
    const resubmit = await revising();
    for (const secretRef of ['never-was', 'gone', gone, 'theirs']) {
      await expect(resubmit({ KEY: { secretRef } })).rejects.toMatchObject({
        code: 'secret_not_found', details: { field: 'payload.adapterConfig.env.KEY' },
      });
    }
  });
});

describe('cancelApproval', () => {
  it('withdraws for the requester, once', async () => {
    const approvalId = await asked();
    const cancelled = await asRequester().cancelApproval({ approvalId });
    expect(cancelled).toMatchObject({ status: 'cancelled', decidedAt: null });
    expect(await stage.as(board).cancelApproval({ approvalId })).toEqual(cancelled);
    expect(await namesOf(approvalId)).toEqual(['approval.created', 'approval.cancelled']);
  });

  it('names the waiting agent of a withdrawn hire', async () => {
    const { agent, approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    await stage.as(board).cancelApproval({ approvalId });
    expect((await lastSaid(approvalId))?.payload).toMatchObject({
      type: 'hire_agent', agentId: agent.agentId, status: 'cancelled',
    });
  });

  it('refuses others, and what is decided', async () => {
    const approvalId = await asked();
    const colleague = stage.as(agentActor(companyId));
    await expect(colleague.cancelApproval({ approvalId })).rejects.toMatchObject({
      code: 'not_the_requester',
    });
    const stranger = stage.as(agentActor(newId()));
    await expect(stranger.cancelApproval({ approvalId })).rejects.toMatchObject({
      code: 'approval_not_found',
    });
    await stage.as(board).approveApproval({ approvalId });
    await expect(asRequester().cancelApproval({ approvalId })).rejects.toMatchObject({
      code: 'approval_already_decided',
    });
  });
});
