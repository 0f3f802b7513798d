import { BUFFER_MAX_BYTES, OUTPUT_MAX_BYTES, type FromRunner } from '@muster/runner-protocol';
import { describe, expect, it } from 'vitest';
import { openReceiver, type Receiver } from './attachment.ts';

const key = { runId: '01999999-0000-7000-8000-000000000001', fence: 1 };
const PIECES_KEPT = BUFFER_MAX_BYTES / OUTPUT_MAX_BYTES;
/** More than a runner ever sends beyond what is stored. */
const PIECES_TOO_MANY = 2 * PIECES_KEPT + 1;

const piece = (number: number): Extract<FromRunner, { kind: 'output' }> => ({
  kind: 'output',
  ...key,
  stream: 'stdout',
  offset: number * OUTPUT_MAX_BYTES,
  bytes: new Uint8Array(OUTPUT_MAX_BYTES),
});

function launched(): Receiver {
  const receiver = openReceiver(key, 'launching');
  receiver.receive({ kind: 'launched', ...key });
  return receiver;
}

describe('the output of a run that a runner sends', () => {
  it('is heard in order as long as it is stored', () => {
    const receiver = launched();
    for (let number = 0; number < PIECES_TOO_MANY; number += 1) {
      expect(receiver.receive(piece(number))).toBeUndefined();
      receiver.stored(number * OUTPUT_MAX_BYTES);
    }
  });

  it('is a fault of the runner when it is more than the runner may keep', () => {
    const receiver = launched();
    const faults = Array.from({ length: PIECES_TOO_MANY }, (_, n) => receiver.receive(piece(n)));
    expect(faults.slice(0, PIECES_KEPT).every((fault) => fault === undefined)).toBe(true);
    expect(faults.at(-1)).toBe('more output than it may keep');
  });

  it('counts from where an adoption begins', () => {
    const receiver = openReceiver(key, 'adopting');
    const offset = PIECES_TOO_MANY * OUTPUT_MAX_BYTES;
    receiver.receive({ kind: 'adopted', ...key, offset, memo: new Uint8Array(1) });
    expect(receiver.receive(piece(PIECES_TOO_MANY))).toBeUndefined();
  });
});
