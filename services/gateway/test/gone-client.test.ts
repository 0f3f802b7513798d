import { issues } from '@muster/contracts';
import { newId, none, sql, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOARD_TOKEN, openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

/** Longer than the deadline of any request. */
const LONG_SECONDS = 60;

/** The search in progress: its start, and the error that ended it. */
let begun: PromiseWithResolvers<void>;
let ended: PromiseWithResolvers<unknown>;
const issuesStub = stubOf(issues, {
  listIssues: async ({ q }, { slowReads }) => {
    if (q === undefined) return { items: [] };
    const sleeping = none(slowReads, sql`select pg_sleep(${LONG_SECONDS})`);
    begun.resolve();
    await sleeping.catch((error: unknown) => {
      ended.resolve(error);
      throw error;
    });
    return { items: [] };
  },
});

let server: TestGateway;
let other: RunningService;
beforeAll(async () => {
  server = await openGateway();
  other = await issuesStub(server.stage.env);
});
afterAll(async () => {
  await server.close();
  await other.stop();
});

const search = (signal: AbortSignal) =>
  fetch(`${server.url}/api/companies/${newId()}/issues?q=walrus`, {
    headers: { authorization: `Bearer ${BOARD_TOKEN}` },
    signal,
  });

describe('a client with a long read', () => {
  it('has its statement cancelled when it disconnects', async () => {
    [begun, ended] = [Promise.withResolvers(), Promise.withResolvers()];
    const gone = new AbortController();
    const outcome = search(gone.signal);
    await begun.promise;
    gone.abort();
    await expect(outcome).rejects.toThrow('aborted');
    const error = await ended.promise;
    expect(error).toMatchObject({ hint: 'the caller disconnected' });
    expect((await server.call(`GET /api/companies/${newId()}/issues`)).status).toBe(200);
  });

  it('gets 503 when its statement takes too long', async () => {
    [begun, ended] = [Promise.withResolvers(), Promise.withResolvers()];
    const response = await search(new AbortController().signal);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      code: 'deadline_exceeded',
      hint: 'narrow the search with more filters',
      retryable: true,
    });
  });
});
