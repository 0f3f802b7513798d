/** Hooks: signed deliveries from outside, each of which takes effect once, or is refused. */
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { issues, Refusal, type Routine } from '@muster/contracts';
import { newId, none, sql, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

const issueId = newId();
const routineId = newId();
let refusal: Refusal | undefined;
let slow: Promise<void> | undefined;
let made: unknown[] = [];

const make = async (input: unknown): Promise<void> => {
  await slow;
  if (refusal) throw refusal;
  made.push(input);
};
const routine = (): Routine => ({
  id: routineId,
  companyId,
  name: 'Close',
  status: 'active',
  pauseReason: null,
  clock: { kind: 'none' },
  nextFireAt: null,
  fired: 0,
  failuresInRow: 0,
  lastIssueId: null,
  proposedByAgentId: null,
  activatedByUserId: null,
  createdAt: '2026-11-20T18:12:00.000Z',
  updatedAt: '2026-11-20T18:12:00.000Z',
  version: 1,
  template: issues.operations.createRoutine.input.shape.template.parse({ title: 'Close it' }),
  variables: [],
  overlap: 'skip',
  catchUp: 'latest',
  catchUpCap: 10,
  pauseAfterFailures: 5,
  nextMoments: [],
});
const issuesStub = stubOf(issues, {
  getRoutine: async (input) => {
    if (input.routineId !== routineId) throw new Refusal('routine_not_found');
    return routine();
  },
  runRoutine: async (input) => {
    await make(input);
    const decidedAt = '2026-11-20T18:12:00.000Z';
    const of = { id: newId(), routineId, moment: decidedAt, until: null, decidedAt };
    return { ...of, cause: 'hand', outcome: 'fired', reason: null, issueId };
  },
  endWaitsByKey: async (input) => {
    await make(input);
    return { issueIds: input.key === 'ACM-1' ? [issueId] : [] };
  },
  addComment: async (input) => {
    await make(input);
    const createdAt = '2026-11-20T18:12:00.000Z';
    const by = { authorAgentId: null, authorUserId: newId(), authorName: 'Board', runId: null };
    return { id: newId(), companyId, issueId, body: input.body, mentions: [], ...by, createdAt };
  },
});

let server: TestGateway;
let stub: RunningService;
let companyId: string;
beforeAll(async () => {
  server = await openGateway();
  stub = await issuesStub(server.stage.env);
  ({ companyId } = await server.stage.given.company());
});
afterAll(async () => {
  await server.close();
  await stub.stop();
});
beforeEach(() => {
  made = [];
  refusal = undefined;
  slow = undefined;
});

const merged = {
  action: 'closed',
  number: 2,
  pull_request: { merged: true, title: 'Close it @CEO', head: { ref: 'ACM-1' } },
};
const effects = {
  wait: { kind: 'wait', key: '/pull_request/head/ref', text: '/pull_request/title' },
  comment: { kind: 'comment', issue: '/pull_request/head/ref', text: '/pull_request/title' },
  routine: { kind: 'routine', routineId, variables: { title: '/pull_request/title' } },
} as const;

interface Made {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}
async function hook(more: object = {}): Promise<Made> {
  const fields = { name: 'GitHub', form: 'github', effect: effects.wait, ...more };
  const answer = await server.call(`POST /api/companies/${companyId}/hooks`, { body: fields });
  expect(answer.status).toBe(201);
  return answer.body;
}
const at = (id: string, rest = ''): string => `/api/companies/${companyId}/hooks/${id}${rest}`;

const deliver = (
  { path, secret }: Pick<Made, 'path' | 'secret'>,
  body: object | string = merged,
  { id = newId(), headers = {} }: { id?: string; headers?: Record<string, string> } = {},
) => {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha256', secret).update(raw).digest('hex');
  return server.call(`POST ${path}`, {
    token: '',
    raw,
    headers: {
      'x-hub-signature-256': `sha256=${signature}`,
      'x-github-delivery': id,
      ...headers,
    },
  });
};
const deliveries = async (id: string) =>
  (await server.call(`GET ${at(id, '/deliveries')}`)).body as Record<string, unknown>[];
const ended = (id: string, expected: object) =>
  vi.waitFor(
    async () => {
      const [latest] = await deliveries(id);
      expect(latest).toMatchObject(expected);
      return latest as { id: string };
    },
    { timeout: 10_000 },
  );

it('ends waits by the key that a delivery brings, once for a delivery that comes again', async () => {
  const own = await hook();
  const id = newId();
  const answers = await Promise.all([1, 2, 3].map(() => deliver(own, merged, { id })));
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 202, body: { received: true } });
  }
  await ended(own.id, { status: 'done', issueId, deliveryKey: id });
  // The sender's id is not signed: the same bytes under another one are the same delivery.
  expect((await deliver(own)).status).toBe(202);
  expect(await deliveries(own.id)).toHaveLength(1);
  expect(made).toEqual([{ companyId, key: 'ACM-1', received: 'Close it @CEO' }]);
});

it('fires a routine with values that are marked as foreign', async () => {
  const own = await hook({ effect: effects.routine });
  await deliver(own);
  await ended(own.id, { status: 'done', reason: 'fired', issueId });
  expect(made).toEqual([{ routineId, variables: { title: '[from outside: `Close it @CEO`]' } }]);
});

it('is refused for a routine that the company does not have', async () => {
  const own = await hook();
  const absent = { ...effects.routine, routineId: newId() };
  const fields = { name: 'GitHub', form: 'github', effect: absent };
  const expected = {
    status: 404,
    body: { code: 'routine_not_found', details: { field: 'effect.routineId' } },
  };
  const path = `/api/companies/${companyId}/hooks`;
  expect(await server.call(`POST ${path}`, { body: fields })).toMatchObject(expected);
  expect(await server.call(`PATCH ${path}/${own.id}`, { body: { effect: absent } })).toMatchObject(
    expected,
  );
});

it('comments in a fence', async () => {
  const own = await hook({ effect: effects.comment });
  await deliver(own);
  await ended(own.id, { status: 'done', issueId });
  expect(made).toMatchObject([
    { issueId: 'ACM-1', body: expect.stringContaining('\n```text\nClose it @CEO\n```') },
  ]);
});

it('ignores what a filter leaves out, what has no key, and what nobody waits for', async () => {
  const own = await hook({ filters: [{ at: '/pull_request/merged', equals: true }] });
  const red = { ...merged, pull_request: { ...merged.pull_request, merged: false } };
  await deliver(own, red);
  await ended(own.id, { status: 'ignored', reason: 'filter /pull_request/merged' });
  await deliver(own, { ...merged, pull_request: { merged: true } });
  await ended(own.id, { status: 'ignored', reason: 'nothing at /pull_request/head/ref' });
  await deliver(own, { ...merged, pull_request: { merged: true, head: { ref: 'ACM-2' } } });
  await ended(own.id, { status: 'ignored', reason: 'no_open_wait' });
  expect(made).toEqual([{ companyId, key: 'ACM-2', received: '' }]);
});

it('answers an unknown hook, a wrong signature and an old time alike', async () => {
  const own = await hook();
  const dated = await hook({ form: 'slack' });
  const old = '1531420618';
  const signature = createHmac('sha256', dated.secret).update(`v0:${old}:{}`).digest('hex');
  const answers = [
    await deliver({ path: `/hooks/${newId()}`, secret: own.secret }),
    await deliver({ path: '/hooks/x', secret: own.secret }),
    await deliver({ path: own.path, secret: 'another secret' }),
    await deliver({ path: own.path, secret: 'another secret' }, 'no JSON'),
    await server.call(`POST ${dated.path}`, {
      token: '',
      raw: '{}',
      headers: { 'x-slack-request-timestamp': old, 'x-slack-signature': `v0=${signature}` },
    }),
  ].map(({ status, body: { requestId: _, traceId: __, ...body } }) => ({ status, body }));
  expect(answers[0]).toMatchObject({ status: 404, body: { code: 'hook_not_found' } });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await deliveries(own.id)).toEqual([]);
});

it('takes the former secret for a day after a rotation, and shows each once', async () => {
  const own = await hook({ secret: 'a secret that the sender has made' });
  expect(own.secret).toBe('a secret that the sender has made');
  const { body: rotated } = await server.call(`POST ${at(own.id, '/rotate-secret')}`, { body: {} });
  expect(rotated.secret).toMatch(/^whsec_/);
  expect((await deliver(own, { ...merged, number: 3 })).status).toBe(202);
  expect((await deliver(rotated, { ...merged, number: 4 })).status).toBe(202);
  await none(
    server.stage.db,
    sql`update hooks set previous_secret_until = now() - interval '1 second' where id = ${own.id}`,
  );
  expect((await deliver(own, { ...merged, number: 5 })).status).toBe(404);
  expect((await deliver(rotated, { ...merged, number: 6 })).status).toBe(202);
  expect((await server.call(`GET ${at(own.id)}`)).body).not.toHaveProperty('secret');
});

it('answers before the work, and makes it once the service is there again', async () => {
  const own = await hook();
  let release = (): void => undefined;
  slow = new Promise((resolve) => (release = resolve));
  expect((await deliver(own)).status).toBe(202);
  expect(await deliveries(own.id)).toMatchObject([{ status: 'pending', endedAt: null }]);
  release();
  await ended(own.id, { status: 'done' });
});

it('repeats a failed delivery on demand, and no other', async () => {
  const own = await hook({ effect: effects.comment });
  refusal = new Refusal('issue_not_found');
  await deliver(own);
  const { id } = await ended(own.id, { status: 'failed', reason: 'issue_not_found' });
  refusal = undefined;
  const line = `POST ${at(own.id, `/deliveries/${id}/redeliver`)}`;
  expect(await server.call(line)).toMatchObject({ status: 202, body: { status: 'pending' } });
  await ended(own.id, { status: 'done', issueId });
  expect(await server.call(line)).toMatchObject({
    status: 409,
    body: { code: 'hook_delivery_not_failed' },
  });
});

it('takes 1 MB, and refuses 25 MB without reading them', async () => {
  const own = await hook();
  const room = 1_048_576 - JSON.stringify({ ...merged, more: '' }).length;
  expect((await deliver(own, { ...merged, more: 'x'.repeat(room) })).status).toBe(202);
  expect((await deliver(own, { ...merged, more: 'x'.repeat(room + 1) })).status).toBe(413);
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${server.url}${own.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 26_214_400 },
    });
    sent.on('response', (answer) => {
      resolve(answer.statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.write('{');
  });
  expect(status).toBe(413);
});

it('answers the challenge of Slack', async () => {
  const own = await hook({ form: 'slack' });
  const body = JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1a' });
  const time = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', own.secret).update(`v0:${time}:${body}`).digest('hex');
  const answer = await server.call(`POST ${own.path}`, {
    token: '',
    raw: body,
    headers: { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` },
  });
  expect(answer).toMatchObject({ status: 202, body: { received: true, challenge: '3eZbrw1a' } });
});

it('takes nothing at a hook that is off or deleted', async () => {
  const own = await hook();
  await server.call(`PATCH ${at(own.id)}`, { body: { enabled: false } });
  expect((await deliver(own)).status).toBe(202);
  await ended(own.id, { status: 'ignored', reason: 'hook_disabled' });
  await server.call(`DELETE ${at(own.id)}`);
  expect((await deliver(own)).status).toBe(404);
  expect((await server.call(`GET ${at(own.id)}`)).status).toBe(404);
});
