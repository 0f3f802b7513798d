import {
  ACKNOWLEDGE_AT_BYTES,
  BUFFER_MAX_BYTES,
  OUTPUT_MAX_BYTES,
  type FromRunner,
} from '@muster/runner-protocol';
import { expect, it } from 'vitest';
import { PAUSE_AT_BYTES } from './output-buffer.ts';
import { openOutlet } from './outlet.ts';

const key = { runId: '01999999-0000-7000-8000-000000000001', fence: 1 };

it('a program whose output was on its way when it was paused goes on in any case', async () => {
  const moves: string[] = [];
  const outlet = openOutlet(
    { connection: { send: () => Promise.resolve(true) }, key },
    { pause: () => void moves.push('pause'), resume: () => void moves.push('resume') },
  );
  const piece = new Uint8Array(OUTPUT_MAX_BYTES);
  const written = PAUSE_AT_BYTES + 3 * OUTPUT_MAX_BYTES;
  for (let at = 0; at < written; at += OUTPUT_MAX_BYTES) outlet.push('stdout', piece);
  // Everything is sent, and the scheduler owes no acknowledgement of less than this.
  await new Promise((resolve) => setImmediate(resolve));
  const unacknowledged = ACKNOWLEDGE_AT_BYTES - 2 * OUTPUT_MAX_BYTES;
  outlet.stored(Math.ceil(written / OUTPUT_MAX_BYTES) * OUTPUT_MAX_BYTES - unacknowledged);
  expect(moves).toEqual(['pause', 'resume']);
});

it('no more is sent ahead of what is stored than a scheduler takes, to each holder', async () => {
  const sent: FromRunner[] = [];
  const connection = {
    send: (message: FromRunner) => {
      sent.push(message);
      return Promise.resolve(true);
    },
  };
  const sentUntil = (): number =>
    Math.max(
      0,
      ...sent.map((message) =>
        message.kind === 'output' ? message.offset + message.bytes.length : 0,
      ),
    );
  const quiet = { pause: () => undefined, resume: () => undefined };
  const outlet = openOutlet({ connection, key }, quiet);
  const written = 3 * BUFFER_MAX_BYTES;
  for (let at = 0; at < written; at += OUTPUT_MAX_BYTES) {
    outlet.push('stdout', new Uint8Array(OUTPUT_MAX_BYTES));
  }
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  await settled();
  expect(sentUntil()).toBe(BUFFER_MAX_BYTES);
  outlet.stored(OUTPUT_MAX_BYTES);
  await settled();
  expect(sentUntil()).toBe(BUFFER_MAX_BYTES + OUTPUT_MAX_BYTES);
  sent.length = 0;
  outlet.handTo({ connection, key: { ...key, fence: 2 } });
  await settled();
  expect(sentUntil()).toBe(BUFFER_MAX_BYTES + OUTPUT_MAX_BYTES);
  for (let at = 2 * OUTPUT_MAX_BYTES; at <= written; at += OUTPUT_MAX_BYTES) {
    outlet.stored(at);
    await settled();
  }
  expect(sentUntil()).toBe(written);
});
