import { logOperations, type Actor } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { openRequestPlaces } from './request-places.ts';
import type { Request } from './request.ts';

const service: Actor = { type: 'service', id: 'gateway', name: 'gateway' };
const read = logOperations.readLog;
const attemptOf = (requestId: string, attempt: number): Request => ({
  name: 'listThings',
  requestId,
  attempt,
  actor: service,
  input: {},
  clientRequestId: null,
  bytes: 0,
  runId: null,
  traceparent: null,
  idempotencyKey: undefined,
  deadline: 0,
});
/** Whether it has no place once what was ready has run. */
const waits = (entered: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    entered.then(() => false),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(true))),
  ]);

describe('the places of a server', () => {
  it('are taken once by a request, however often it is sent', async () => {
    const places = openRequestPlaces(2);
    const giveBack = await places.enter(attemptOf('one', 1), read);
    const giveAgainBack = await places.enter(attemptOf('one', 2), read);
    const giveOtherBack = await places.enter(attemptOf('two', 1), read);
    giveAgainBack();
    const third = places.enter(attemptOf('three', 1), read);
    expect(await waits(third)).toBe(true);
    giveOtherBack();
    (await third)();
    giveBack();
  });

  it('are taken by a later attempt whose first one is elsewhere', async () => {
    const places = openRequestPlaces(1);
    const giveBack = await places.enter(attemptOf('one', 2), read);
    const other = places.enter(attemptOf('two', 1), read);
    expect(await waits(other)).toBe(true);
    giveBack();
    (await other)();
    await expect(places.enter(attemptOf('one', 1), read)).resolves.toBeTypeOf('function');
  });
});
