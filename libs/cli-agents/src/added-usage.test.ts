import { expect, it } from 'vitest';
import { recorded, replay } from '../test/replay.ts';
import { addedUsage } from './added-usage.ts';
import { claudeCode, codex, type ModelUsage, type ReportedUsage } from './index.ts';

const usage = (inputTokens: number, costUsd?: number, model = 'm'): ModelUsage => ({
  model,
  inputTokens,
  cacheWriteTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  ...(costUsd !== undefined && { costUsd }),
});
const session = (...models: ModelUsage[]): ReportedUsage => ({
  scope: 'session',
  provider: 'p',
  models,
});

it.each([
  ['claude-code', claudeCode],
  ['codex', codex],
] as const)('books each of three runs of one session of %s the same', (type, agent) => {
  let baseline: readonly ModelUsage[] = [];
  const booked = ['success', 'resumed', 'resumed-again'].map((name) => {
    const { used } = replay(agent, recorded(type, name));
    const added = used && addedUsage(used, baseline);
    baseline = used?.models ?? baseline;
    return added;
  });
  expect(booked[0]).toHaveLength(1);
  expect(booked[1]).toStrictEqual(booked[0]);
  expect(booked[2]).toStrictEqual(booked[0]);
});

it('books each token of twenty runs once, also after runs that were killed', () => {
  let baseline: readonly ModelUsage[] = [];
  let tokens = 0;
  let cost = 0;
  for (let run = 1; run <= 20; run += 1) {
    // A killed run reports nothing; the next report has its counts.
    if (run % 3 === 0 && run < 20) continue;
    const raw = session(usage(run * 100, run * 0.1));
    for (const added of addedUsage(raw, baseline)) {
      tokens += added.inputTokens;
      cost += added.costUsd ?? 0;
    }
    baseline = raw.models;
  }
  expect(tokens).toBe(2_000);
  expect(cost).toBeCloseTo(2, 9);
});

it('books a report that is repeated once', () => {
  const raw = session(usage(100, 0.1));
  expect(addedUsage(raw, raw.models)).toStrictEqual([]);
});

it('books all counts of a model that was counted anew, and of a new one', () => {
  const raw = session(usage(30, 0.03), usage(5, 0.01, 'other'));
  expect(addedUsage(raw, [usage(100, 0.1)])).toStrictEqual(raw.models);
});

it('takes the counts of a run as they are', () => {
  const raw = { ...session(usage(100)), scope: 'run' } as const;
  expect(addedUsage(raw, [usage(40)])).toStrictEqual(raw.models);
});

it('knows no price where one of the two parts has none', () => {
  expect(addedUsage(session(usage(100, 0.1)), [usage(40)])).toStrictEqual([usage(60)]);
  expect(addedUsage(session(usage(100)), [usage(40, 0.1)])).toStrictEqual([usage(60)]);
});
