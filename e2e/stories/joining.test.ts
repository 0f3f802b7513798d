import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agents, issues, type JoinRequest } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { readActivity } from '../world/read-lists.ts';
import { useWorld } from '../world/use-world.ts';

const world = useWorld();
const program = fileURLToPath(new URL('../agent-programs/joiner.ts', import.meta.url));

interface Program {
  /** The next line of its output. */
  nextLine(): Promise<string>;
  /** Its exit code, and its error output. */
  readonly ended: Promise<{ code: number | null; errors: string }>;
}

function start(...args: string[]): Program {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const errors = child.stderr.setEncoding('utf8').toArray();
  return {
    nextLine: async () => {
      const { done, value } = await lines.next();
      if (done) throw new Error((await errors).join(''));
      return value;
    },
    ended: once(child, 'exit').then(async ([code]) => ({
      code: code as number | null,
      errors: (await errors).join(''),
    })),
  };
}

/** All logs of the services. */
const textsIn = (logs: string): string =>
  readdirSync(logs)
    .map((file) => readFileSync(join(logs, file), 'utf8'))
    .join('\n');

describe('an agent from outside', () => {
  it('joins and works by the text alone, invited by the CEO and approved by the board', async () => {
    const { board, folder } = world();
    const { id: companyId } = await createCompany(board);
    const chief = await addAgentWithKey(world(), companyId, { name: 'Ada', role: 'ceo' });
    const invited = await chief.caller.post(`/api/companies/${companyId}/partner/invite-prompt`, {
      agentMessage: 'Count with us.',
    });
    expect(invited.status).toBe(201);
    const { onboardingTextUrl, token } = invited.body as Record<string, string>;

    const joiner = start(onboardingTextUrl ?? '', 'Grace Hopper');
    expect(await joiner.nextLine()).toBe('asked');
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
      name: 'Grace Hopper',
      status: 'idle',
      reportsTo: chief.agent.id,
      adapterType: 'remote',
    });
    const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agentId });
    expect(await joiner.nextLine()).toBe('joined as Grace Hopper');
    expect(await joiner.nextLine()).toBe('finished');
    expect(await joiner.ended).toEqual({ code: 0, errors: '' });
    expect(await board.call(issues, 'getIssue', { issueId })).toMatchObject({
      status: 'done',
      assigneeAgentId: agentId,
    });

    const activity = await readActivity(board, companyId);
    const joined = activity
      .filter(({ action }) => /^(invite|join_request|key|agent)\./.test(action))
      .map(({ action, actorType }) => `${action} by ${actorType}`);
    expect(joined).toEqual(
      expect.arrayContaining([
        'invite.created by agent',
        'invite.accepted by system',
        'join_request.created by system',
        'join_request.approved by user',
        'agent.created by system',
        'join_request.claimed by system',
        'key.created by system',
      ]),
    );
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
