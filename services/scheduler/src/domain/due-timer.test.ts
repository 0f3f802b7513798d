import { describe, expect, it } from 'vitest';
import { timerSkipReason, type DueTimerState } from './due-timer.ts';

const DUE = '2026-11-20T08:00:00.000Z';
const timer = (overrides: Partial<DueTimerState> = {}): DueTimerState => ({
  catchUp: 'one',
  nextDueAt: DUE,
  now: '2026-11-20T08:00:30.000Z',
  isWaiting: false,
  isIdle: false,
  ...overrides,
});

describe('a due timer', () => {
  it('is fired if it is a little late, however missed ones are configured', () => {
    expect(timerSkipReason(timer())).toBeUndefined();
    expect(timerSkipReason(timer({ catchUp: 'none' }))).toBeUndefined();
  });

  it('catches up with one wake-up, or with none', () => {
    const now = '2026-11-20T11:00:00.000Z';
    expect(timerSkipReason(timer({ now }))).toBeUndefined();
    expect(timerSkipReason(timer({ now, catchUp: 'none' }))).toBe('beat_missed');
  });

  it('skips an idle agent that is configured so', () => {
    expect(timerSkipReason(timer({ isIdle: true }))).toBe('nothing_to_do');
  });

  it('adds no wake-up to one that waits', () => {
    expect(timerSkipReason(timer({ isWaiting: true }))).toBe('beat_already_waiting');
  });
});
