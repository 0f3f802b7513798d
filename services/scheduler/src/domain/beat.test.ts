import { describe, expect, it } from 'vitest';
import { beatSkip, type Beat } from './beat.ts';

const DUE = '2026-11-20T08:00:00.000Z';
const beat = (overrides: Partial<Beat> = {}): Beat => ({
  catchUp: 'one', skipWhenIdle: false, nextDueAt: DUE, now: '2026-11-20T08:00:30.000Z',
  ...overrides,
});
const busy = { isWaiting: false, isIdle: false };

describe('beatSkip', () => {
  it('lets a beat through that is a little late, whatever the plan says of missed ones', () => {
    expect(beatSkip(beat(), busy)).toBeUndefined();
    expect(beatSkip(beat({ catchUp: 'none' }), busy)).toBeUndefined();
  });

  it('catches up with one beat, or with none', () => {
    const now = '2026-11-20T11:00:00.000Z';
    expect(beatSkip(beat({ now }), busy)).toBeUndefined();
    expect(beatSkip(beat({ now, catchUp: 'none' }), busy)).toBe('beat_missed');
  });

  it('passes over an agent with nothing to do, if it asks for that', () => {
    const idle = { isWaiting: false, isIdle: true };
    expect(beatSkip(beat(), idle)).toBeUndefined();
    expect(beatSkip(beat({ skipWhenIdle: true }), idle)).toBe('nothing_to_do');
    expect(beatSkip(beat({ skipWhenIdle: true }), busy)).toBeUndefined();
  });

  it('adds no beat to one that waits', () => {
    expect(beatSkip(beat(), { isWaiting: true, isIdle: false })).toBe('beat_already_waiting');
  });
});
