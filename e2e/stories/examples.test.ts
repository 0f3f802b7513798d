/** Examples that talk to others than Muster: what a chat and a forge send and get. */
import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { approvals, composed, gateway, issues } from '@muster/contracts';
import { freePort } from '@muster/local-servers';
import { until } from '@muster/test-kit';
import { afterAll, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

// The program of the approver is on this machine, where no webhook goes without the operator's word.
const world = useWorld({ settings: { MUSTER_EGRESS_ALLOW: '127.0.0.1' } });
const programAt = (path: string): string =>
  fileURLToPath(new URL(`../../examples/${path}`, import.meta.url));

const running: ChildProcess[] = [];
const texts: string[] = [];
const chat = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (text: string) => texts.push(text));
  request.on('end', () => response.end('ok'));
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  chat.close();
});

const limitedToken = async (companyId: string): Promise<string> => {
  const input = { name: 'program', companies: [companyId] };
  return (await world().board.call(gateway, 'createBoardToken', input)).token;
};

it('the approver asks a chat, and decides when its button is pressed and not when a link is opened', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const { agent } = await addAgentWithKey(world(), companyId);
  chat.listen(0, '127.0.0.1');
  await once(chat, 'listening');
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const { body } = await board.post(`/api/companies/${companyId}/webhooks`, {
    url: `${address}/muster`,
    events: ['attention.opened'],
  });
  const child = spawn(process.execPath, [programAt('approver/approver.mjs')], {
    env: {
      MUSTER_URL: stack.baseUrl,
      MUSTER_TOKEN: await limitedToken(companyId),
      WEBHOOK_SECRET: composed.createWebhook.output.parse(body).secret,
      CHAT_URL: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  await once(child.stdout, 'data');
  const forged = await fetch(`${address}/muster`, { method: 'POST', body: '{}' });
  expect(forged.status).toBe(401);

  const { id: approvalId } = await board.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    requestedByAgentId: agent.id,
    payload: { title: 'Buy paint' },
  });
  const statusOf = async () => (await board.call(approvals, 'getApproval', { approvalId })).status;
  const [text = ''] = await until('the message', async () =>
    texts.length > 0 ? texts : undefined,
  );
  const [link = ''] = /http[^\s"\\]*\/approve\/[^\s"\\]*/.exec(text) ?? [];
  expect((await fetch(`${link}x`, { method: 'POST' })).status).toBe(404);
  expect(await (await fetch(link)).text()).toContain('<button>approve</button>');
  expect(await statusOf()).toBe('pending');
  expect(await (await fetch(link, { method: 'POST' })).text()).toBe('It is approved.');
  expect(await statusOf()).toBe('approved');
});

it('the remote agent on the client takes a wake-up, and hands its issue over', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const { agent, token } = await addAgentWithKey(world(), companyId, {
    adapterType: 'remote',
    runtimeConfig: {},
  });
  const { id: issueId, identifier } = await addIssue(board, companyId, {
    description: 'one two three',
    assigneeAgentId: agent.id,
  });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [programAt('client-agent/agent.ts')],
    { env: { MUSTER_URL: stack.baseUrl, AGENT_KEY: token, AGENT_RUNS: '1' } },
  );
  expect(stdout).toBe(`${identifier} has 3 words.\n`);
  expect((await board.call(issues, 'getIssue', { issueId })).status).toBe('in_review');
});

it('the bridge makes an issue of a failed workflow, and says here what is said there', async () => {
  const { board, stack, api } = world();
  const { id: companyId } = await createCompany(board);
  const { agent } = await addAgentWithKey(world(), companyId);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [programAt('github-bridge/bridge.mjs')],
    {
      env: {
        MUSTER_URL: stack.baseUrl,
        MUSTER_TOKEN: await limitedToken(companyId),
        COMPANY: companyId,
        AGENT: agent.id,
      },
    },
  );
  const settings = JSON.parse(stdout) as { event: string; url: string; secret: string }[];
  const deliver = (event: string, body: object) => {
    const { url, secret } = settings.find((each) => each.event === event) ?? expect.fail(event);
    const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex');
    return api.as().post(new URL(url).pathname, body, {
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${signature}`,
    });
  };
  const workflow = {
    name: 'Tests',
    head_branch: 'main',
    html_url: 'https://github.com/octo-org/octo-repo/actions/runs/1',
  };
  const ended = { action: 'completed', workflow_run: { ...workflow, conclusion: 'failure' } };
  expect((await deliver('workflow_run', ended)).status).toBe(202);
  const made = await until('the issue of the failure', async () => {
    const found = await board.call(issues, 'listIssues', { companyId });
    return found.find(({ title }) => title?.startsWith('Mend'));
  });
  expect(made).toMatchObject({ assigneeAgentId: agent.id });
  expect(made.title).toContain('main');

  const { id: issueId, identifier } = await addIssue(board, companyId, { title: 'Paint' });
  const comment = {
    action: 'created',
    issue: { title: identifier },
    comment: { body: 'Blue, please.' },
  };
  expect((await deliver('issue_comment', comment)).status).toBe(202);
  await until('the comment', async () => {
    const comments = await board.call(issues, 'listComments', { issueId });
    return comments.some(({ body }) => body.includes('Blue, please.')) || undefined;
  });
});
