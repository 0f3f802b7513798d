/** Addresses of signals: made once with a wait, called without a credential, by programs of any kind. */
import { issues, Refusal } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anIssue } from './an-issue.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const companyId = newId();
const issueId = newId();
const token = 'mst_signal_of_a_test';
const hash = createHash('sha256').update(token).digest('base64url');
let isSpent = false;
let received: string[] = [];

const wait = {
  id: newId(),
  companyId,
  issueId,
  agentId: newId(),
  byAgentId: null,
  byUserId: null,
  note: 'Merge it',
  until: null,
  deadline: null,
  onDeadline: 'wake' as const,
  signal: true,
  received: null,
  createdAt: '2026-11-20T18:12:00.000Z',
  endedAt: null,
  cause: null,
};

const issuesStub = stubOf(issues, {
  getIssue: async () => ({
    ...anIssue(issueId, companyId, 7),
    project: null,
    goal: null,
    ancestors: [],
    allowedTransitions: [],
  }),
  startWait: async ({ signal }) => ({ ...wait, token: signal ? token : null }),
  endWaitBySignal: async (given) => {
    if (isSpent || given.tokenHash !== hash) throw new Refusal('signal_not_found');
    isSpent = true;
    received.push(given.received);
    return {};
  },
});

let server: TestGateway;
let stub: RunningService;
beforeAll(async () => {
  server = await openGateway();
  stub = await issuesStub(server.stage.env);
});
afterAll(async () => {
  await server.close();
  await stub.stop();
});
beforeEach(() => {
  isSpent = false;
  received = [];
});

const post = (type: string | undefined, body: string | Uint8Array<ArrayBuffer>, of = token) =>
  fetch(`${server.url}/api/signals/${of}`, {
    method: 'POST',
    body,
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  });

it('shows the address with the wait, and none without a signal', async () => {
  const line = `POST /api/issues/${issueId}/waits`;
  const made = await server.call(line, { body: { signal: true, note: 'Merge it' } });
  expect(made).toMatchObject({
    status: 201,
    body: { id: wait.id, signalUrl: `${server.url}/api/signals/${token}` },
  });
  expect(made.body).not.toHaveProperty('token');
  const timed = await server.call(line, { body: { after: 60, note: 'Look' } });
  expect(timed.body).toMatchObject({ signalUrl: null });
});

it.each([
  ['JSON', 'application/json', '{"status": "green"}'],
  ['broken JSON', 'application/json', '{"status'],
  ['a form, as curl -d sends it', 'application/x-www-form-urlencoded', '{"status":"green"}'],
  ['text', 'text/plain; charset=utf-8', 'green ✓'],
  ['a type that nobody knows', 'x/y', 'green'],
])('takes %s as it is', async (_, type, text) => {
  const answer = await post(type, text);
  expect(answer.status).toBe(202);
  expect(await answer.json()).toEqual({ received: true });
  expect(received).toEqual([text]);
});

it('takes an empty body, and 64 KB but no more', async () => {
  expect((await post(undefined, '')).status).toBe(202);
  isSpent = false;
  expect((await post('text/plain', 'x'.repeat(65_536))).status).toBe(202);
  isSpent = false;
  for (const type of ['text/plain', 'application/json']) {
    expect((await post(type, 'x'.repeat(65_537))).status).toBe(413);
  }
  expect(received.map((text) => text.length)).toEqual([0, 65_536]);
});

it('refuses what cannot be stored', async () => {
  expect((await post('text/plain', 'a\0b')).status).toBe(400);
  expect((await post('text/plain', new Uint8Array([0xff, 0xfe]))).status).toBe(400);
  expect(received).toEqual([]);
});

it('answers a wrong, a malformed and a spent token alike', async () => {
  expect((await post('text/plain', 'green')).status).toBe(202);
  const tokens = [token, 'mst_signal_wrong', 'x', '%20'];
  const answers = await Promise.all(
    tokens.map(async (of) => {
      const answer = await post('text/plain', 'green', of);
      const {
        requestId: _,
        traceId: __,
        ...problem
      } = (await answer.json()) as Record<string, unknown>;
      return { status: answer.status, problem };
    }),
  );
  expect(answers[0]).toMatchObject({ status: 404, problem: { code: 'signal_not_found' } });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

it('still refuses other media types elsewhere', async () => {
  const refused = await server.call(`POST /api/issues/${issueId}/waits`, {
    raw: 'note=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(refused).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
});
