/** What an agent with a key of its own tries, in order to run commands in place of another agent. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agents, Approval, approvals, BoardInbox, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addAgent,
  addAgentWithKey,
  addIssue,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { addTokenHolder } from '../fixtures/token-holders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
let companyId: string;
let chief: AgentWithKey;

beforeAll(async () => {
  const { board } = world();
  ({ id: companyId } = await createCompany(board, { requireBoardApprovalForNewAgents: false }));
  chief = await addAgentWithKey(world(), companyId, { role: 'ceo' });
});

const shell = (file: string) => ({
  adapterType: 'process' as const,
  adapterConfig: { command: '/bin/sh', args: ['-c', `id > ${file}`] },
});

describe('a CEO that wants to run a shell', () => {
  it('cannot put it into the configuration of its report', async () => {
    const { board, folder } = world();
    const report = await addAgent(board, companyId, {
      reportsTo: chief.agent.id,
      runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: true } },
    });
    const file = join(folder, 'taken-by-patch');
    const patched = await chief.caller.patch(`/api/agents/${report.id}`, shell(file));
    expect(patched).toMatchObject({
      status: 403,
      body: {
        code: 'needs_board',
        hint: expect.stringContaining('POST /api/companies/:companyId/approvals') as string,
        details: { fields: ['adapterConfig.args', 'adapterConfig.command'] },
      },
    });
    const woken = await chief.caller.call(scheduler, 'wakeAgent', { agentId: report.id });
    const runId = 'id' in woken ? woken.id : expect.fail('no run');
    const { status } = await until('the end of its run', async () => {
      const run = await board.call(scheduler, 'getRun', { runId });
      return run.finishedAt === null ? undefined : run;
    });
    expect(status).toBe('failed');
    expect(existsSync(file)).toBe(false);
  });

  it('cannot hire it without the board, whatever the company requires', async () => {
    const { board, folder } = world();
    const file = join(folder, 'taken-by-hire');
    const { agent, approval } = await chief.caller.call(agents, 'hireAgent', {
      companyId,
      name: 'Shell',
      reportsTo: chief.agent.id,
      ...shell(file),
    });
    expect([agent.status, approval?.status]).toEqual(['pending_approval', 'pending']);
    const woken = await chief.caller.post(`/api/agents/${agent.id}/wakeup`, {});
    expect(woken).toMatchObject({ status: 422, body: { code: 'agent_not_runnable' } });
    expect(await board.call(scheduler, 'listRuns', { companyId, agentId: agent.id })).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });
});

describe('a CEO that hires into a folder of its choice', () => {
  it('gets an agent that starts nothing there before the board has read the whole path', async () => {
    const { board, folder } = world();
    const cwd = `${folder}/shop/../vault`;
    const { agent, approval } = await chief.caller.call(agents, 'hireAgent', {
      companyId,
      name: 'Digger',
      reportsTo: chief.agent.id,
      adapterType: 'claude_code',
      adapterConfig: { cwd },
    });
    expect([agent.status, approval]).toEqual(['idle', null]);
    const [asked] = await until('the approval of the folder', async () => {
      const page = { companyId, type: ['change_agent' as const], status: ['pending' as const] };
      const found = await board.call(approvals, 'listApprovals', page);
      const own = found.filter(({ payload }) => payload['agentId'] === agent.id);
      return own.length > 0 ? own : undefined;
    });
    const approvalId = asked?.id ?? '';
    expect(await board.call(approvals, 'getApproval', { approvalId })).toMatchObject({
      requestedByAgentId: chief.agent.id,
      changes: [{ field: 'adapterConfig.cwd', before: null, after: cwd }],
    });
    expect(agent.note).toContain(approvalId);
    const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agent.id });
    const failing = await until('the hold of the agent', async () => {
      const { agents: stopped } = BoardInbox.parse((await board.get('/api/inbox')).body);
      return stopped.find(({ id }) => id === agent.id)?.failing ?? undefined;
    });
    expect(failing.errorCode).toBe('folder_not_allowed');
    const statuses = async () =>
      (await board.call(scheduler, 'listRuns', { companyId, agentId: agent.id })).map(
        ({ status, errorCode }) => ({ status, errorCode }),
      );
    expect(await statuses()).toEqual([{ status: 'queued', errorCode: null }]);
    const explained = await board.get(`/api/agents/${agent.id}/explain-wake?issueId=${issueId}`);
    expect(JSON.stringify(explained.body)).toContain('folder_not_allowed');
    await board.call(approvals, 'approveApproval', { approvalId });
    // There is no such program here: it is the runner that refuses now, which it was never asked before.
    const [run] = await until('its first run', async () => {
      const all = await statuses();
      return all.every(({ status }) => status === 'failed') ? all : undefined;
    });
    expect(run?.errorCode).not.toBe('folder_not_allowed');
  });
});

describe('a change of an agent that the board is asked for', () => {
  const engineerWithKey = () =>
    addAgentWithKey(world(), companyId, {
      reportsTo: chief.agent.id,
      adapterType: 'alpha_local',
      adapterConfig: { model: 'm-1' },
    });
  const patch = { adapterType: 'process', adapterConfig: { command: 'node\u202E', model: null } };
  const ask = async (by: AgentWithKey, agentId: string) => {
    const path = `/api/companies/${companyId}/approvals`;
    const reply = await by.caller.post(path, { type: 'change_agent', payload: { agentId, patch } });
    expect(reply.status).toBe(201);
    return Approval.parse(reply.body);
  };

  it('is read at once with before and after, and applied as it was asked for', async () => {
    const { board } = world();
    const engineer = await engineerWithKey();
    const { id: agentId } = engineer.agent;
    for (const requester of [engineer, chief]) {
      const asked = await ask(requester, agentId);
      const { id: approvalId } = asked;
      const read = await board.call(approvals, 'getApproval', { approvalId });
      expect(read).toMatchObject(asked);
      expect(read).toMatchObject({
        requestedByAgentId: requester.agent.id,
        payload: { agentId, patch },
        changes: [
          { field: 'adapterConfig.command', before: null, after: 'node\\u{202e}' },
          { field: 'adapterConfig.model', before: 'm-1', after: null },
          { field: 'adapterType', before: 'alpha_local', after: 'process' },
        ],
      });
    }
    const pending = await board.call(approvals, 'listApprovals', {
      companyId,
      type: ['change_agent'],
      status: ['pending'],
    });
    const [own, ofChief] = pending
      .filter(({ payload }) => payload['agentId'] === agentId)
      .map(({ id }) => id)
      .toReversed();
    await board.call(approvals, 'approveApproval', { approvalId: own ?? '' });
    expect(await board.call(agents, 'getAgent', { agentId })).toMatchObject({
      adapterType: 'process',
      adapterConfig: { command: 'node\u202E' },
    });
    expect(await board.call(approvals, 'getApproval', { approvalId: own ?? '' })).toMatchObject({
      status: 'approved',
      effect: 'applied',
    });
    const stale = await board.post(`/api/approvals/${ofChief}/approve`, {});
    expect(stale).toMatchObject({ status: 409, body: { code: 'change_is_stale' } });
  });

  it('is refused to a peer, to an operator without permission, with a secret, and with an issue of another company', async () => {
    const { board, api } = world();
    const [engineer, peer] = [await engineerWithKey(), await engineerWithKey()];
    const { token } = await addTokenHolder(world(), companyId, { role: 'operator' });
    const { id: foreignId } = await createCompany(board);
    const foreign = await addIssue(board, foreignId);
    const payload = { agentId: engineer.agent.id, patch };
    const path = `/api/companies/${companyId}/approvals`;
    const cases = [
      [peer.caller, { payload }, [403, 'not_your_agent']],
      [api.as(token), { payload }, [403, 'permission_missing']],
      [chief.caller, { payload, issueIds: [foreign.id] }, [404, 'issue_not_found']],
      [chief.caller, { payload: { ...payload, patch: { role: 'king' } } }, [400, 'invalid_input']],
      [
        chief.caller,
        { payload: { ...payload, patch: { adapterConfig: { env: { KEY: 's3cret' } } } } },
        [422, 'secret_in_resubmission'],
      ],
    ] as const;
    for (const [caller, body, refusal] of cases) {
      const reply = await caller.post(path, { type: 'change_agent', ...body });
      expect([reply.status, (reply.body as { code: string }).code]).toEqual(refusal);
    }
  });

  it('is made once under an idempotency key', async () => {
    const engineer = await engineerWithKey();
    const path = `/api/companies/${companyId}/approvals`;
    const body = { type: 'change_agent', payload: { agentId: engineer.agent.id, patch } };
    const key = { 'idempotency-key': randomUUID() };
    const first = await engineer.caller.post(path, body, key);
    const again = await engineer.caller.post(path, body, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });
});
