import { describe, expect, it } from 'vitest';
import { beatSkip, type Beat } from './beat.ts';

const DUE = '2026-11-20T08:00:00.000Z';
const beat = (overrides: Partial<Beat> = {}): Beat => ({
  catchUp: 'one', nextDueAt: DUE, now: '2026-11-20T08:00:30.000Z', isWaiting: false,
  isIdle: false, ...overrides,
});

describe('beatSkip', () => {
  it('lets a beat through that is a little late, whatever the plan says of missed ones', () => {
    expect(beatSkip(beat())).toBeUndefined();
    expect(beatSkip(beat({ catchUp: 'none' }))).toBeUndefined();
  });

  it('catches up with one beat, or with none', () => {
    const now = '2026-11-20T11:00:00.000Z';
    expect(beatSkip(beat({ now }))).toBeUndefined();
    expect(beatSkip(beat({ now, catchUp: 'none' }))).toBe('beat_missed');
  });

  it('passes over an agent that is idle and asks for that', () => {
    expect(beatSkip(beat({ isIdle: true }))).toBe('nothing_to_do');
  });

  it('adds no beat to one that waits', () => {
    expect(beatSkip(beat({ isWaiting: true }))).toBe('beat_already_waiting');
  });
});
