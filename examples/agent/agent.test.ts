/** The agent as a process, against a server with the few operations that it needs. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const AGENT = fileURLToPath(new URL('./agent.mjs', import.meta.url));
/** A process may start slowly on a busy machine. */
const PROCESS_MS = 30_000;

type Answer = readonly [status: number, body: unknown];

const me = { id: 'me', name: 'Ada' };
const issue = (id: string, more: object = {}) => ({
  id,
  identifier: `ACM-${id}`,
  title: 'Count',
  status: 'todo',
  assigneeAgentId: 'me',
  assigneeUserId: null,
  ...more,
});

describe('the example agent', { timeout: PROCESS_MS }, () => {
  let server: Server;
  let folder: string;
  let answers: Record<string, Answer>;
  let received: { call: string; body: unknown; headers: NodeJS.Dict<string | string[]> }[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'muster-agent-'));
    answers = { 'GET /api/agents/me': [200, me] };
    received = [];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (bytes: Buffer) => {
        text += bytes.toString();
      });
      request.on('end', () => {
        const call = `${request.method} ${(request.url ?? '').split('?')[0]}`;
        received.push({ call, body: text && JSON.parse(text), headers: request.headers });
        const [status, body] = answers[call] ?? [404, { error: 'not found', code: 'not_found' }];
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve());
    });
  });
  afterEach(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const run = (env: Record<string, string> = {}) =>
    new Promise<{ code: number; out: string }>((resolve) => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      execFile(
        process.execPath,
        [AGENT],
        {
          cwd: folder,
          env: {
            SERVICE_API_URL: url,
            SERVICE_API_KEY: 'key',
            SERVICE_AGENT_ID: 'me',
            SERVICE_COMPANY_ID: 'acme',
            SERVICE_RUN_ID: 'run',
            SERVICE_RUN_NONCE: 'nonce',
            ...env,
          },
        },
        (error, out) => resolve({ code: Number(error?.code ?? 0), out }),
      );
    });
  const calls = () => received.map(({ call }) => call);
  const has = (one: ReturnType<typeof issue>, comments: object[] = []) => {
    answers[`GET /api/issues/${one.id}`] = [200, one];
    answers[`GET /api/issues/${one.id}/comments`] = [200, comments];
    answers[`POST /api/issues/${one.id}/checkout`] = [200, one];
    answers[`POST /api/issues/${one.id}/comments`] = [201, {}];
    answers[`PATCH /api/issues/${one.id}`] = [200, one];
  };

  it('counts, reports, and moves the issue to review', async () => {
    writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n');
    writeFileSync(join(folder, 'b.txt'), 'three');
    answers['GET /api/agents/me/inbox'] = [200, [{ id: '1', status: 'todo' }]];
    has(issue('1'));
    const { code, out } = await run({ AGENT_COST_CENTS: '8' });
    expect(code).toBe(0);
    expect(calls()).toEqual([
      'GET /api/agents/me',
      'GET /api/agents/me/inbox',
      'GET /api/issues/1',
      'GET /api/issues/1/comments',
      'POST /api/issues/1/checkout',
      'POST /api/issues/1/comments',
      'PATCH /api/issues/1',
    ]);
    expect(received.at(-2)?.body).toMatchObject({
      body: expect.stringContaining('3 lines in 2 files') as string,
    });
    expect(received.at(-1)?.body).toEqual({ status: 'in_review' });
    expect(received.every(({ headers }) => headers['x-run-id'] === 'run')).toBe(true);
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('| a.txt | 2 |');
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({
      nonce: 'nonce',
      usage: { costCents: 8 },
    });
  });

  it('checks out the issue of its wake-up first, and the next one after a conflict', async () => {
    answers['GET /api/agents/me/inbox'] = [200, [{ id: '1', status: 'todo' }]];
    has(issue('1'));
    has(issue('2'));
    answers['POST /api/issues/2/checkout'] = [409, { code: 'issue_owned_by_another_agent' }];
    expect((await run({ SERVICE_TASK_ID: '2' })).code).toBe(0);
    expect(calls().filter((call) => call.includes('checkout'))).toEqual([
      'POST /api/issues/2/checkout',
      'POST /api/issues/1/checkout',
    ]);
  });

  it.each([
    ['Approved, thanks', 'done'],
    ['This is not done', undefined],
  ])('after the comment %j it sets the status %s', async (body, status) => {
    answers['GET /api/agents/me/inbox'] = [200, []];
    has(issue('1', { status: 'in_review' }), [{ body, authorAgentId: null }]);
    expect((await run({ SERVICE_TASK_ID: '1' })).code).toBe(0);
    const patches = received.filter(({ call }) => call.startsWith('PATCH')).map((one) => one.body);
    expect(patches).toEqual(status ? [{ status }] : []);
  });

  it('exits with a code for the kind of failure', async () => {
    expect((await run({ SERVICE_API_KEY: '' })).code).toBe(2);
    answers['GET /api/agents/me'] = [401, { code: 'unauthenticated', error: 'no' }];
    expect((await run()).code).toBe(3);
    answers['GET /api/agents/me'] = [403, { code: 'caller_not_allowed', error: 'no' }];
    expect((await run()).code).toBe(1);
  });
});
