/** The promises of the Idempotency-Key, for every operation that a client may repeat. */
import { randomUUID } from 'node:crypto';
import { successesOf, UUID } from '@muster/contracts';
import { openTrials, recordTrials } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Caller, Reply } from '../world/http-client.ts';
import {
  addAgentWithKey,
  addIssue,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { writeScenarios, openScene, type Scene } from '../requests/write-scenarios/index.ts';
import { routes, type Route } from '../requests/routes.ts';
import { useWorld } from '../world/use-world.ts';

const world = useWorld();
let fixture: Scene;
beforeAll(async () => {
  const { api, board } = world();
  fixture = await openScene({ ...world(), api: keyed(api), board: keyedCaller(board) });
});

/** Repeats the last request with its key. */
let again: (body?: unknown) => Promise<Reply>;
let sentBody: unknown;

const keyed = (api: Client): Client => ({
  ...api,
  as: (token) => keyedCaller(api.as(token)),
  withCookie: (cookie) => keyedCaller(api.withCookie(cookie)),
});

function keyedCaller(caller: Caller): Caller {
  const send =
    (method: 'post' | 'put' | 'patch'): Caller['post'] =>
    (path, body, headers) => {
      const marked = { ...headers, 'idempotency-key': randomUUID() };
      sentBody = body;
      again = (other = body) => caller[method](path, other, marked);
      return again();
    };
  return { ...caller, post: send('post'), put: send('put'), patch: send('patch') };
}

/** Copies of the body with one of its values changed, each in turn. */
function otherBodies(body: unknown): object[] {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'number') return value + 1;
    if (typeof value !== 'string') return undefined;
    return UUID.test(value) ? randomUUID() : `${value} too`;
  };
  return Object.entries(Object(body)).flatMap(([key, value]) => {
    const other = changed(value);
    return other === undefined ? [] : [{ ...Object(body), [key]: other }];
  });
}

/** Operations with a write scenario; the story of the activity log checks that none is missing. */
const isShownOnce = ({ secretAnswer }: Route['operation'], body: unknown): boolean =>
  typeof secretAnswer === 'string'
    ? Object(body)[secretAnswer] !== null
    : secretAnswer !== undefined;
const operationsBy = (...methods: readonly string[]) =>
  routes
    .filter(({ name, method }) => name in writeScenarios && methods.includes(method))
    .map((route): [string, Route] => [route.name, route]);

let reuses = 0;
const trials = openTrials();
afterAll(() =>
  recordTrials({
    promise: 'P3',
    by: 'e2e/surface/repeats',
    faults: 0,
    ...trials.result(),
    how: 'each write again, again with another body, and ten times at once; refused ones again when they would be allowed, and when others have lifted the refusal',
  }),
);

/** Who delivers sends no key: the gateway knows a delivery by the sender's id. A preview stores nothing. */
const WITHOUT_KEY: ReadonlySet<string> = new Set(['receiveHook', 'previewCompanyPackage']);

describe('a repeated request', () => {
  const repeatable = operationsBy('POST', 'PUT', 'PATCH');
  it.each(repeatable)('of %s has one effect and one answer', async (name, { operation }) => {
    const first = await writeScenarios[name]?.(fixture);
    expect(successesOf(operation)).toContain(first?.status);
    expect(first?.headers.has('idempotent-replayed')).toBe(false);
    await trials.of(1, async () => {
      const second = await again();
      if (isShownOnce(operation, first?.body)) {
        expect(second).toMatchObject({ status: 409, body: { code: 'answer_shown_once' } });
      } else {
        expect(second).toMatchObject({ status: first?.status, body: first?.body });
        expect(second.headers.get('idempotent-replayed')).toBe(
          WITHOUT_KEY.has(name) ? null : 'true',
        );
      }
    });
    // Nor does another delivery have another key.
    for (const body of WITHOUT_KEY.has(name) ? [] : otherBodies(sentBody)) {
      const reused = await again(body);
      // A refusal of the changed body says nothing about the key.
      if (reused.status === 400 || reused.status === 404 || reused.status === 403) continue;
      await trials.of(1, () =>
        expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } }),
      );
      reuses += 1;
    }
  });

  it('with another body is refused by most operations that have a body', () => {
    expect(reuses).toBeGreaterThan(20);
  });

  it('that comes while the first is in progress has no second effect', async () => {
    const { id: companyId } = await createCompany(world().board);
    const path = `/api/companies/${companyId}/issues`;
    const headers = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => world().board.post(path, { title: 'Once' }, headers)),
    );
    await trials.of(1, async () => {
      for (const { status, body } of replies) {
        if (status !== 201) expect(body).toMatchObject({ code: 'request_in_progress' });
      }
      const made = new Set(
        replies
          .filter(({ status }) => status === 201)
          .map(({ body }) => (body as { id: string }).id),
      );
      expect(made.size).toBe(1);
      expect((await world().board.get(path)).body).toHaveLength(1);
    });
  });
});

describe('a refused request', () => {
  /**
   * A repetition with the key is refused as before when the request is allowed. Answers with the
   * status for a new key.
   */
  async function statusOfNewKey(
    send: (key: string, other?: object) => Promise<Reply>,
    code: string,
    allow: () => Promise<unknown>,
  ): Promise<number> {
    const key = randomUUID();
    const first = await send(key);
    expect(first.body).toMatchObject({ code });
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    await allow();
    await trials.of(1, async () => {
      const { status, body, headers } = await send(key);
      expect(headers.get('idempotent-replayed')).toBe('true');
      const { requestId: _, traceId: __, ...problem } = Object(first.body);
      expect(status).toBe(first.status);
      expect(body).toMatchObject(problem);
    });
    await trials.of(1, async () =>
      expect(await send(key, { changed: true })).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      }),
    );
    return (await send(randomUUID())).status;
  }
  const marked = (key: string) => ({ 'idempotency-key': key });

  it('of a claim that lost is decided anew when the issue is free again, and done once', async () => {
    const { api, board } = world();
    const { id: companyId } = await createCompany(board);
    const [ann, bob] = [
      await addAgentWithKey({ api, board }, companyId),
      await addAgentWithKey({ api, board }, companyId),
    ];
    const { id } = await addIssue(board, companyId);
    const claim = (one: AgentWithKey, key: string) =>
      one.caller.post(
        `/api/issues/${id}/checkout`,
        { agentId: one.agent.id, expectedStatuses: ['todo'] },
        marked(key),
      );
    expect((await claim(ann, randomUUID())).status).toBe(200);
    const key = randomUUID();
    await trials.of(1, async () => {
      for (const { status, headers, body } of [await claim(bob, key), await claim(bob, key)]) {
        expect([status, headers.has('idempotent-replayed')]).toEqual([409, false]);
        expect(body).toMatchObject({ code: 'issue_owned_by_another_agent' });
      }
      await ann.caller.post(`/api/issues/${id}/release`, {});
      const claimed = await claim(bob, key);
      expect([claimed.status, claimed.headers.has('idempotent-replayed')]).toEqual([200, false]);
      const repeated = await claim(bob, key);
      expect(repeated).toMatchObject({ status: 200, body: claimed.body });
      expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    });
  });

  it('of an illegal move keeps its answer when the move is allowed', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const { id } = await addIssue(board, companyId, { status: 'backlog' });
    const status = await statusOfNewKey(
      (key, other) =>
        board.patch(
          `/api/issues/${id}`,
          { status: 'in_review', ...(other ? { title: 'Other' } : {}) },
          marked(key),
        ),
      'illegal_transition',
      async () => {
        const { api } = world();
        const { agent, caller } = await addAgentWithKey({ api, board }, companyId);
        await board.patch(`/api/issues/${id}`, { status: 'todo' });
        await caller.post(`/api/issues/${id}/checkout`, {
          agentId: agent.id,
          expectedStatuses: ['todo'],
        });
      },
    );
    expect(status).toBe(200);
  });

  it('of an agent whose name is taken keeps its answer when the name is free', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const name = `Agent ${randomUUID()}`;
    const { body } = await board.post(`/api/companies/${companyId}/agents`, { name });
    const status = await statusOfNewKey(
      (key, other) =>
        board.post(
          `/api/companies/${companyId}/agents`,
          { name, ...(other ? { title: 'Other' } : {}) },
          marked(key),
        ),
      'name_taken',
      () => board.post(`/api/agents/${(body as { id: string }).id}/terminate`, {}),
    );
    expect(status).toBe(201);
  });
});

describe('a deletion', () => {
  it.each(operationsBy('DELETE'))('by %s answers with what was deleted', async (name) => {
    const reply = await writeScenarios[name]?.(fixture);
    expect(reply?.status).toBe(200);
    expect(Object.keys(Object(reply?.body))).not.toEqual([]);
  });
});
