import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agents, issues, type JoinRequest } from '@muster/contracts';
import { describe, expect, test } from 'vitest';
import { addIssue, addMember, foundCompany } from '../harness/builders.ts';
import { readActivity } from '../harness/log.ts';
import { useWorld } from '../harness/stack.ts';
import { until } from '../harness/until.ts';

const world = useWorld();
const program = fileURLToPath(new URL('../fixtures/joiner.ts', import.meta.url));

type Program = {
  /** The next line that it says. */
  says(): Promise<string>;
  /** Its exit code, and what it complained of. */
  readonly ended: Promise<{ code: number | null; complaints: string }>;
};

function start(...args: string[]): Program {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const complaints = child.stderr.setEncoding('utf8').toArray();
  return {
    says: async () => {
      const { done, value } = await lines.next();
      if (done) throw new Error((await complaints).join(''));
      return value;
    },
    ended: once(child, 'exit').then(async ([code]) => ({
      code: code as number | null, complaints: (await complaints).join(''),
    })),
  };
}

/** Everything that the services have written there. */
const textsIn = (logs: string): string =>
  readdirSync(logs).map((file) => readFileSync(join(logs, file), 'utf8')).join('\n');

describe('an agent from outside', () => {
  test('joins and works by the text alone: the CEO invites, the board approves', async () => {
    const { board, folder } = world();
    const { id: companyId } = await foundCompany(board);
    const chief = await addMember(world(), companyId, { name: 'Ada', role: 'ceo' });
    const invited = await chief.caller.post(
      `/api/companies/${companyId}/partner/invite-prompt`, { agentMessage: 'Count with us.' },
    );
    expect(invited.status).toBe(201);
    const { onboardingTextUrl, token } = invited.body as Record<string, string>;

    const joiner = start(onboardingTextUrl ?? '', 'Grace Hopper');
    expect(await joiner.says()).toBe('asked');
    const waiting = await board.get(`/api/companies/${companyId}/join-requests?status=pending`);
    const [request] = waiting.body as JoinRequest[];
    expect(request).toMatchObject({ agentName: 'Grace Hopper', adapterType: 'remote' });
    const approved = await board.post(
      `/api/companies/${companyId}/join-requests/${request?.id}/approve`,
    );
    expect(approved.status).toBe(200);
    expect(approved.headers.has('consistency')).toBe(false);
    const { agentId } = approved.body as { agentId: string };

    const agent = await board.call(agents, 'getAgent', { agentId });
    expect(agent).toMatchObject({
      name: 'Grace Hopper', status: 'idle', reportsTo: chief.agent.id, adapterType: 'remote',
    });
    const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agentId });
    expect(await joiner.says()).toBe('joined as Grace Hopper');
    expect(await joiner.says()).toBe('finished');
    expect(await joiner.ended).toEqual({ code: 0, complaints: '' });
    expect(await board.call(issues, 'getIssue', { issueId })).toMatchObject({
      status: 'done', assigneeAgentId: agentId,
    });

    const activity = await readActivity(board, companyId);
    const joined = activity
      .filter(({ action }) => /^(invite|join_request|key|agent)\./.test(action))
      .map(({ action, actorType }) => `${action} by ${actorType}`);
    expect(joined).toEqual(expect.arrayContaining([
      'invite.created by agent', 'invite.accepted by system', 'join_request.created by system',
      'join_request.approved by user', 'agent.created by system', 'join_request.claimed by system',
      'key.created by system',
    ]));
    const logs = await until('the claim in the logs', () => {
      const text = textsIn(join(folder, 'data', 'logs'));
      return text.includes('claimApiKey') ? text : undefined;
    });
    for (const secret of [String(token), 'mst_claim_', 'mst_agent_']) {
      expect(JSON.stringify(activity)).not.toContain(secret);
      expect(logs).not.toContain(secret);
    }
  });
});
