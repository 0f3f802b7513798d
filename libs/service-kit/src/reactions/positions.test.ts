import { describe, expect, it } from 'vitest';
import {
  areAllInStep,
  laggingAt,
  movedTo,
  positionOf,
  withOwn,
  type Positions,
} from './positions.ts';

const own = { names: ['a', 'b', 'c'], withHistory: new Set(['a', 'b', 'c']) };
const inStepAt = (lastSeq: number, ...inStep: string[]): Positions => ({
  lastSeq,
  inStep,
  lagging: {},
});
const moved = (positions: Positions, to: number, ...movers: string[]): Positions =>
  movedTo(positions, new Set(movers), to);

describe('a reaction that a release adds', () => {
  it('begins at 0, and holds up no other', () => {
    const positions = withOwn(inStepAt(9, 'a', 'b'), own);
    expect(positions).toEqual({ lastSeq: 9, inStep: ['a', 'b'], lagging: { c: 0 } });
    expect(moved(positions, 10, 'a', 'b')).toMatchObject({ lastSeq: 10, lagging: { c: 0 } });
  });

  it('begins where the others are if it needs no history', () => {
    const later = { names: own.names, withHistory: new Set(['a', 'b']) };
    expect(withOwn(inStepAt(9, 'a', 'b'), later)).toEqual(inStepAt(9, 'a', 'b', 'c'));
  });

  it('is in step in a log that nothing was applied of', () => {
    expect(withOwn({ lastSeq: 0, inStep: null, lagging: {} }, own)).toEqual(
      inStepAt(0, ...own.names),
    );
  });

  it('is one of all that a release without positions has moved', () => {
    const before = { lastSeq: 9, inStep: null, lagging: {} };
    expect(withOwn(before, own)).toEqual(inStepAt(9, ...own.names));
  });

  it('falls in step when it has applied all that the others have', () => {
    const positions = withOwn(inStepAt(9, 'a', 'b'), own);
    expect(moved(positions, 5, 'c')).toEqual({ lastSeq: 9, inStep: ['a', 'b'], lagging: { c: 5 } });
    expect(moved(positions, 9, 'c')).toEqual(inStepAt(9, ...own.names));
  });
});

describe('a reaction of another release', () => {
  it('stays at its number while this release goes on', () => {
    const positions = moved(inStepAt(9, 'a', 'b', 'c', 'd'), 10, ...own.names);
    expect(positions).toEqual({ lastSeq: 10, inStep: own.names, lagging: { d: 9 } });
    expect(areAllInStep(positions, own)).toBe(true);
  });

  it('is not moved together with those of this one', () => {
    expect(areAllInStep(inStepAt(9, 'a', 'b', 'c', 'd'), own)).toBe(false);
    expect(areAllInStep(inStepAt(9, 'a', 'b'), own)).toBe(false);
    expect(areAllInStep({ inStep: null }, own)).toBe(false);
  });
});

describe('a reaction that has failed', () => {
  const failed = laggingAt(inStepAt(4, 'a', 'b', 'c'), 'b', 4);

  it('is not in step, though it is at the number of the others', () => {
    expect(failed).toEqual({ lastSeq: 4, inStep: ['a', 'c'], lagging: { b: 4 } });
    expect(moved(failed, 4, 'a', 'c')).toEqual(failed);
  });

  it('stays before the event while the others go on, and catches up with them', () => {
    const gone = moved(failed, 7, 'a', 'c');
    expect([positionOf(gone, 'a'), positionOf(gone, 'b')]).toEqual([7, 4]);
    expect(moved(gone, 7, 'b')).toEqual(inStepAt(7, 'a', 'b', 'c'));
  });

  it('that has given up is past the event, and in step when the others have applied it', () => {
    const past = laggingAt(failed, 'b', 5);
    expect(moved(past, 5, 'a', 'b', 'c')).toEqual(inStepAt(5, 'a', 'b', 'c'));
  });
});
