import { issues } from '@muster/contracts';
import { newId, none, sql, type RunningService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOARD_TOKEN, openDoor, type OpenDoor } from './open-door.ts';
import { standIn } from './stand-in.ts';

/** Longer than any request may take. */
const LONG_SECONDS = 60;

/** One search at a time: when it has begun, and how it ended. */
let begun: PromiseWithResolvers<void>;
let ended: PromiseWithResolvers<unknown>;
const issuesStandIn = standIn(issues, {
  listIssues: async ({ q }, { apart }) => {
    if (q === undefined) return { items: [] };
    const sleeping = none(apart, sql`select pg_sleep(${LONG_SECONDS})`);
    begun.resolve();
    await sleeping.catch((error: unknown) => {
      ended.resolve(error);
      throw error;
    });
    return { items: [] };
  },
});

let door: OpenDoor;
let other: RunningService;
beforeAll(async () => {
  door = await openDoor();
  other = await issuesStandIn(door.stage.env);
});
afterAll(async () => {
  await door.close();
  await other.stop();
});

const search = (signal: AbortSignal) =>
  fetch(`${door.url}/api/companies/${newId()}/issues?q=walrus`, {
    headers: { authorization: `Bearer ${BOARD_TOKEN}` }, signal,
  });

describe('a client that goes away', () => {
  it('ends the statement that was running for it', async () => {
    [begun, ended] = [Promise.withResolvers(), Promise.withResolvers()];
    const gone = new AbortController();
    const outcome = search(gone.signal);
    await begun.promise;
    gone.abort();
    await expect(outcome).rejects.toThrow('aborted');
    const error = await ended.promise;
    expect(error).toMatchObject({ hint: 'the caller went away' });
    expect((await door.call(`GET /api/companies/${newId()}/issues`)).status).toBe(200);
  });

  it('that stays is told when the statement took too long', async () => {
    [begun, ended] = [Promise.withResolvers(), Promise.withResolvers()];
    const response = await search(new AbortController().signal);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ 
      code: 'deadline_exceeded', hint: 'ask for less: filter more', retryable: true,
     });
  });
});
