import { describe, expect, it } from 'vitest';
import {
  countsAfter,
  nothingCounted,
  usedByRun,
  type LineReport,
  type ModelUsage,
  type SessionCounts,
} from './index.ts';

/** The same number of each kind of token. */
const of = (tokens: number, costUsd?: number): ModelUsage => ({
  model: 'm',
  inputTokens: tokens,
  cacheWriteTokens: tokens,
  cachedInputTokens: tokens,
  outputTokens: tokens,
  ...(costUsd === undefined ? {} : { costUsd }),
});
const session = (tokens: number): LineReport => ({
  used: { scope: 'session', provider: 'p', models: [of(tokens, tokens)] },
});
/** Of a run that was killed. */
const seen = (tokens: number): LineReport => ({ usedAtLeast: [of(tokens)] });

/** What each of these runs of one session is booked with, in tokens of input. */
function booked(reports: readonly LineReport[]): (number | undefined)[] {
  let counts: SessionCounts = nothingCounted;
  return reports.map((report) => {
    const used = usedByRun(report, counts);
    counts = countsAfter(report, counts);
    return used?.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  });
}

describe('the runs of a session', () => {
  it('are booked with what each has added', () => {
    expect(booked([session(10), session(25), session(25), session(26)])).toEqual([10, 15, 0, 1]);
  });

  it('are booked with what was seen where they were killed, and the next one with the rest', () => {
    expect(booked([session(10), seen(4), session(20)])).toEqual([10, 4, 6]);
    expect(booked([seen(4), seen(3), session(20)])).toEqual([4, 3, 13]);
  });

  it('say which part of their price an earlier run was booked with', () => {
    const counts = countsAfter(seen(4), countsAfter(session(10), nothingCounted));
    const { model: _, ...part } = of(4);
    expect(usedByRun(session(20), counts)).toEqual([{ ...of(6), costUsd: 10, booked: part }]);
    expect(usedByRun(session(20), { ...counts, unreported: [] })).toEqual([of(10, 10)]);
    expect(usedByRun(session(7), counts)).toEqual([of(7, 7)]);
  });

  it('are booked with what was seen of each where the program forgets what was killed', () => {
    const next = { ...session(13), ...seen(3) };
    expect(booked([session(10), seen(50), next])).toEqual([10, 50, 3]);
  });

  it('are booked whole where the program counts anew', () => {
    expect(booked([session(10), seen(4), session(6)])).toEqual([10, 4, 6]);
  });

  it('are booked as they say where each counts itself', () => {
    const own: LineReport = { used: { scope: 'run', provider: 'p', models: [of(5)] } };
    expect(booked([own, own])).toEqual([5, 5]);
  });

  it('change nothing where they say nothing', () => {
    expect(booked([session(10), {}, session(12)])).toEqual([10, undefined, 2]);
  });
});
