import { ACKNOWLEDGE_AT_BYTES, OUTPUT_COST_BYTES, OUTPUT_MAX_BYTES } from '@muster/runner-protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { nothingReported, type Checkpoint } from '../../domain/checkpoint.ts';
import { openMasker } from './mask-output.ts';
import { openOutputReader, type OutputReader } from './output-reader.ts';
import { openReports } from './output-reports.ts';

let reader: OutputReader;
afterEach(() => reader.abandon());

function openReader(): Checkpoint[] {
  const checkpoints: Checkpoint[] = [];
  const reports = openReports({ nonce: 'n', believesUnmarkedLines: false }, nothingReported);
  reader = openOutputReader({
    masker: openMasker('a token that is long enough', []),
    reports,
    reportsSoFar: () => nothingReported,
    onStderr: () => undefined,
    from: undefined,
    store: (_, checkpoint) => void (checkpoint && checkpoints.push(checkpoint)),
  });
  return checkpoints;
}

/** The most that a runner counts as not acknowledged while a program writes such messages. */
function unacknowledgedMax(message: Buffer, messages: number): number {
  const checkpoints = openReader();
  const sent: number[] = [];
  let most = 0;
  for (let number = 0; number < messages; number += 1) {
    sent.push(number * message.length);
    reader.write('stdout', number * message.length, message);
    const acknowledged = checkpoints.at(-1)?.offset ?? 0;
    while ((sent[0] ?? acknowledged) < acknowledged) sent.shift();
    most = Math.max(most, sent.length * (message.length + OUTPUT_COST_BYTES));
  }
  return most;
}

describe('a program that writes no whole line', () => {
  it.each([
    ['dots, one at a time', Buffer.from('.'), 20_000],
    ['short pieces', Buffer.alloc(500, 'x'), 5_000],
    ['long pieces', Buffer.alloc(OUTPUT_MAX_BYTES, 'x'), 40],
  ])('is acknowledged before its runner pauses it for ever: %s', (_, message, messages) => {
    expect(unacknowledgedMax(message, messages)).toBeLessThanOrEqual(ACKNOWLEDGE_AT_BYTES);
  });
});
