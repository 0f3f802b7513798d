/** What an Idempotency-Key promises, held for every operation that a client may repeat. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api, Caller, Reply } from '../harness/api.ts';
import { foundCompany } from '../harness/builders.ts';
import { deeds, openScene } from '../harness/deeds/index.ts';
import type { Scene } from '../harness/deeds/index.ts';
import { newTrials, note } from '../harness/proof.ts';
import { routes } from '../harness/routes.ts';
import type { Route } from '../harness/routes.ts';
import { useWorld } from '../harness/stack.ts';

const world = useWorld();
let scene: Scene;
beforeAll(async () => {
  const { api, board } = world();
  scene = await openScene({ ...world(), api: keyed(api), board: keyedCaller(board) });
});

/** The request that was sent last, to be sent again under its key. */
let again: (body?: unknown) => Promise<Reply>;
let sentBody: unknown;

const keyed = (api: Api): Api => ({ ...api, as: (token) => keyedCaller(api.as(token)) });

function keyedCaller(caller: Caller): Caller {
  const send = (method: 'post' | 'patch'): Caller['post'] => (path, body, headers) => {
    const marked = { ...headers, 'idempotency-key': randomUUID() };
    sentBody = body;
    again = (other = body) => caller[method](path, other, marked);
    return again();
  };
  return { ...caller, post: send('post'), patch: send('patch') };
}

/** The body with one of its values changed, each in turn. */
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

/** What is done in companies; the story of the activity log misses none of it. */
const doneBy = (...methods: readonly string[]) => routes
  .filter(({ name, method }) => name in deeds && methods.includes(method))
  .map((route): [string, Route] => [route.name, route]);

let reuses = 0;
const trials = newTrials();
afterAll(() => note({
  promise: 'P3', by: 'e2e/surface/repeats', faults: 0, ...trials.shown(),
  how: 'each write again, again with another body, and ten times at once',
}));

describe('a repeated request', () => {
  const repeatable = doneBy('POST', 'PATCH');
  test.each(repeatable)('of %s has one effect and one answer', async (name, { operation }) => {
    const first = await deeds[name]?.(scene);
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
      // What another schema would refuse says nothing about the key.
      if (reused.status === 400 || reused.status === 404 || reused.status === 403) continue;
      await trials.of(1, () =>
        expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } }));
      reuses += 1;
    }
  });

  test('with another body is told so by most operations that have one', () => {
    expect(reuses).toBeGreaterThan(20);
  });

  test('that comes while the first is under way does not do it twice', async () => {
    const { id: companyId } = await foundCompany(world().board);
    const path = `/api/companies/${companyId}/issues`;
    const headers = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(Array.from({ length: 10 }, () =>
      world().board.post(path, { title: 'Once' }, headers)));
    await trials.of(1, async () => {
      for (const { status, body } of replies) {
        if (status !== 201) expect(body).toMatchObject({ code: 'request_in_progress' });
      }
      const made = new Set(replies.filter(({ status }) => status === 201)
        .map(({ body }) => (body as { id: string }).id));
      expect(made.size).toBe(1);
      expect((await world().board.get(path)).body).toHaveLength(1);
    });
  });
});

describe('a deletion', () => {
  test.each(doneBy('DELETE'))('by %s answers with what is gone', async (name) => {
    const reply = await deeds[name]?.(scene);
    expect(reply?.status).toBe(200);
    expect(Object.keys(Object(reply?.body))).not.toEqual([]);
  });
});
