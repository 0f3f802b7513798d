/** The promises of the Idempotency-Key, for every operation that a client may repeat. */
import { randomUUID } from 'node:crypto';
import { openTrials, recordTrials } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Caller, Reply } from '../world/http-client.ts';
import { createCompany } from '../fixtures/builders.ts';
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
    (method: 'post' | 'patch'): Caller['post'] =>
    (path, body, headers) => {
      const marked = { ...headers, 'idempotency-key': randomUUID() };
      sentBody = body;
      again = (other = body) => caller[method](path, other, marked);
      return again();
    };
  return { ...caller, post: send('post'), patch: send('patch') };
}

/** Copies of the body with one of its values changed, each in turn. */
function otherBodies(body: unknown): object[] {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'number') return value + 1;
    if (typeof value !== 'string') return undefined;
    return /^[0-9a-f-]{36}$/.test(value) ? randomUUID() : `${value} too`;
  };
  return Object.entries(Object(body)).flatMap(([key, value]) => {
    const other = changed(value);
    return other === undefined ? [] : [{ ...Object(body), [key]: other }];
  });
}

/** Operations with a write scenario; the story of the activity log checks that none is missing. */
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
    how: 'each write again, again with another body, and ten times at once',
  }),
);

describe('a repeated request', () => {
  const repeatable = operationsBy('POST', 'PATCH');
  it.each(repeatable)('of %s has one effect and one answer', async (name, { operation }) => {
    const first = await writeScenarios[name]?.(fixture);
    expect(first?.status).toBe(operation.status ?? 200);
    expect(first?.headers.has('idempotent-replayed')).toBe(false);
    await trials.of(1, async () => {
      const second = await again();
      if (operation.secretAnswer) {
        expect(second).toMatchObject({ status: 409, body: { code: 'answer_shown_once' } });
      } else {
        expect(second).toMatchObject({ status: first?.status, body: first?.body });
        expect(second.headers.get('idempotent-replayed')).toBe('true');
      }
    });
    for (const body of otherBodies(sentBody)) {
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

describe('a deletion', () => {
  it.each(operationsBy('DELETE'))('by %s answers with what was deleted', async (name) => {
    const reply = await writeScenarios[name]?.(fixture);
    expect(reply?.status).toBe(200);
    expect(Object.keys(Object(reply?.body))).not.toEqual([]);
  });
});
