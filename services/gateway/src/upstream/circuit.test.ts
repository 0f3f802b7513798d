import { describe, expect, it } from 'vitest';
import {
  abandoned,
  answered,
  inFlightMaxOf,
  newCircuit,
  refreshed,
  sent,
  stateOf,
  unanswered,
  type Circuit,
} from './circuit.ts';

const PLACES = 256;
const times = (count: number, change: (circuit: Circuit) => Circuit, from: Circuit): Circuit =>
  Array.from({ length: count }).reduce<Circuit>((circuit) => change(circuit), from);
const sentAt = (now: number) => (circuit: Circuit) => sent(circuit, now);

describe('the circuit of a service', () => {
  it('is closed while answers come', () => {
    const busy = answered(times(10, sentAt(0), newCircuit));
    expect(stateOf(busy, 5_000)).toBe('closed');
    expect(busy.inFlight).toBe(9);
  });

  it('is limited while requests wait and none is answered', () => {
    const silent = times(10, sentAt(0), newCircuit);
    expect([stateOf(silent, 499), stateOf(silent, 500)]).toEqual(['closed', 'limited']);
  });

  it('is open after five unanswered requests in a row, and closed by one answer', () => {
    const failing = times(4, unanswered, times(6, sentAt(0), newCircuit));
    expect(stateOf(failing, 3_000)).toBe('limited');
    const open = unanswered(failing);
    expect(stateOf(open, 3_000)).toBe('open');
    expect(stateOf(answered(open), 3_000)).toBe('closed');
  });

  it('is not opened by requests that give up during a short restart', () => {
    const failing = times(9, unanswered, times(9, sentAt(0), newCircuit));
    expect(stateOf(failing, 2_000)).toBe('limited');
  });

  it('does not count what clients abandon', () => {
    const gone = times(6, abandoned, times(6, sentAt(0), newCircuit));
    expect(stateOf(gone, 5_000)).toBe('closed');
  });

  it('is forgotten after five seconds without requests', () => {
    const open = times(5, unanswered, times(5, sentAt(0), newCircuit));
    expect(refreshed(open, 4_999)).toBe(open);
    expect(refreshed(open, 5_000)).toBe(newCircuit);
  });

  it('limits requests in progress by its state', () => {
    const limits = (['closed', 'limited', 'open'] as const).map((state) =>
      inFlightMaxOf(state, PLACES),
    );
    expect(limits).toEqual([256, 64, 1]);
    expect(inFlightMaxOf('limited', 2)).toBe(2);
  });
});
