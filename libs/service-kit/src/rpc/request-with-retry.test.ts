import { Worker } from 'node:worker_threads';
import { errors, headers, type Msg } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstAnswer } from './request-with-retry.ts';
import { header } from '../nats/headers.ts';

const message = (text: string, refusal?: string): Msg => {
  const carried = headers();
  if (refusal) carried.set(header.error, refusal);
  return { string: () => text, headers: carried } as Msg;
};
const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms));
const silence = (timeoutMs: number): Promise<Msg> =>
  new Promise((_, reject) => setTimeout(() => reject(new errors.TimeoutError()), timeoutMs));

/** The program of a thread that sends its answer and then says so. */
const answerAtOnce = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.postMessage('');
  Atomics.store(workerData, 0, 1);`;

/** Asks with five seconds; each attempt does what is listed for it. */
async function ask(...attempts: ((timeoutMs: number) => Promise<Msg>)[]) {
  let made = 0;
  const asked = firstAnswer(Date.now() + 5_000, undefined, (attempt, timeoutMs) => {
    made = attempt;
    return (attempts[attempt - 1] ?? silence)(timeoutMs);
  });
  asked.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(6_000);
  return { text: (await asked)?.string(), made };
}

describe('a request to a service', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('takes the answer to an earlier attempt, however late it comes', async () => {
    expect(await ask(() => after(2_000, message('late')))).toEqual({ text: 'late', made: 2 });
  });

  it('is sent again if a replica is silent', async () => {
    expect(await ask(silence, async () => message('other'))).toEqual({ text: 'other', made: 2 });
  });

  it('is sent again if the database is unavailable', async () => {
    const away = async () => message('', 'unavailable');
    expect(await ask(away, away, async () => message('back'))).toEqual({ text: 'back', made: 3 });
  });

  it('is sent again if no replica is subscribed', async () => {
    const nobody = () => Promise.reject(new errors.NoRespondersError('rpc'));
    expect(await ask(nobody, async () => message('back'))).toEqual({ text: 'back', made: 2 });
  });

  it('waits for its first attempt if the second is refused as in progress', async () => {
    const { text } = await ask(
      () => after(1_800, message('done')),
      async () => message('', 'request_in_progress'),
    );
    expect(text).toBe('done');
  });

  it('waits for its first attempt if the second gets no place', async () => {
    const full = async () => message('', 'overloaded');
    const { text } = await ask(() => after(2_200, message('done')), full, full, full, full);
    expect(text).toBe('done');
  });

  it('is refused if its first attempt gets no place', async () => {
    const { made } = await ask(async () => message('', 'overloaded'));
    expect(made).toBe(1);
  });

  it('is not refused by an earlier attempt while a later one may succeed', async () => {
    const refused = () => after(1_800, message('refused', 'name_taken'));
    const { text, made } = await ask(refused, () => after(500, message('done')));
    expect({ text, made }).toEqual({ text: 'done', made: 2 });
  });

  it('is refused if only an earlier attempt is answered', async () => {
    const { text } = await ask(() => after(1_800, message('refused', 'name_taken')));
    expect(text).toBe('refused');
  });

  it('is refused if a concurrent request with the same key is in progress', async () => {
    const { made } = await ask(async () => message('twin', 'request_in_progress'));
    expect(made).toBe(1);
  });

  it('takes an answer that arrived in time while the process was busy beyond the deadline', async () => {
    vi.useRealTimers();
    const sent = new Int32Array(new SharedArrayBuffer(4));
    const sender = new Worker(answerAtOnce, { eval: true, workerData: sent });
    // Long enough for the first attempt to begin on a busy machine.
    const deadline = Date.now() + 250;
    const asked = firstAnswer(
      deadline,
      undefined,
      () => new Promise((resolve) => sender.once('message', () => resolve(message('in time')))),
    );
    // Then the timer of the deadline is due before the message can be read.
    while (Atomics.load(sent, 0) === 0 || Date.now() <= deadline) continue;
    expect((await asked)?.string()).toBe('in time');
    await sender.terminate();
  });

  it('has no answer after its deadline', async () => {
    expect(await ask()).toMatchObject({ text: undefined });
  });

  it('fails with an error that sending it again cannot fix', async () => {
    await expect(ask(() => Promise.reject(new Error('too large')))).rejects.toThrow('too large');
  });
});
