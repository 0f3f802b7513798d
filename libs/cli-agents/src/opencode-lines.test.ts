import { describe, expect, it } from 'vitest';
import { endingOf, recorded, RECORDED_AT, replay } from '../test/replay.ts';
import { opencode, type LineReport } from './index.ts';

const MODEL = 'anthropic/claude-sonnet-4-5';

const steps = (count: number): object => ({
  scope: 'run',
  provider: 'anthropic',
  models: [
    {
      model: 'claude-sonnet-4-5',
      inputTokens: 100 * count,
      cacheWriteTokens: 10 * count,
      cachedInputTokens: 1_000 * count,
      outputTokens: 20 * count,
      costUsd: expect.closeTo(0.000_937_5 * count, 9),
    },
  ],
});

const line = (type: string, fields: object = {}): string =>
  JSON.stringify({ type, sessionID: 'ses_1', ...fields });
const started = line('step_start');
const finish = (fields: object = {}): string =>
  line('step_finish', { part: { reason: 'stop', tokens: { input: 7, output: 3 }, ...fields } });
const failed = (data: object, name = 'APIError'): string =>
  line('error', { error: { name, data } });
const read = (...lines: string[]): LineReport => replay(opencode, lines, RECORDED_AT, MODEL);

describe('what the program printed', () => {
  it.each([
    ['success', { used: steps(1), summary: 'Done.', ended: { ok: true } }],
    ['resumed', { used: steps(1), ended: { ok: true } }],
    ['resumed-again', { used: steps(1), ended: { ok: true } }],
    ['refused-tool', { used: steps(3), refused: ['read'], ended: { ok: true } }],
    ['quota', { notBefore: '2026-11-23T12:11:01.000Z', ended: { code: 'provider_quota' } }],
    ['quota-without-moment', { ended: { ok: false, code: 'provider_quota' } }],
    ['overload', { ended: { ok: false, code: 'provider_busy' } }],
    ['invalid-key', { ended: { ok: false, code: 'auth_required' } }],
    ['unknown-model', { ended: { ok: false, code: 'model_unknown' } }],
    ['context-full', { ended: { ok: false, code: 'context_full' } }],
    ['no-login', { ended: { ok: false } }],
    ['unlisted-model', { ended: { ok: false } }],
  ])('reads %s', (name, report) => {
    const all = read(...recorded('opencode', name));
    expect(all).toMatchObject({ session: expect.stringMatching(/^ses_\w+$/), ...report });
    if (all.ended?.ok === false) expect(all).not.toHaveProperty('used');
    if (name === 'quota-without-moment') expect(all).not.toHaveProperty('notBefore');
  });

  it('is in one session where it was resumed', () => {
    const [first, ...others] = ['success', 'resumed', 'resumed-again'].map(
      (name) => read(...recorded('opencode', name)).session,
    );
    expect(others).toStrictEqual([first, first]);
  });

  it('adds reasoning where the total counts it apart', () => {
    const tokens = recorded('opencode', 'reasoning');
    expect(replay(opencode, tokens, RECORDED_AT, 'openai/gpt-5').used).toMatchObject({
      provider: 'openai',
      models: [{ model: 'gpt-5', inputTokens: 110, cachedInputTokens: 1_000, outputTokens: 20 }],
    });
    const within = { total: 10, input: 7, output: 3, reasoning: 2 };
    expect(read(finish({ tokens: within })).used?.models[0]?.outputTokens).toBe(3);
  });

  it('names no price where one step has none, and counts on', () => {
    const free = finish({ reason: 'tool-calls', cost: 0 });
    expect(read(finish({ cost: 1 }), free).used?.models).toStrictEqual([
      {
        model: 'claude-sonnet-4-5',
        inputTokens: 14,
        cacheWriteTokens: 0,
        cachedInputTokens: 0,
        outputTokens: 6,
      },
    ]);
  });

  it.each(['length', 'content-filter', 'other'])('has failed with the reason %s', (reason) => {
    expect(read(started, finish({ reason })).ended).toMatchObject({ ok: false });
  });

  it.each([
    [{ statusCode: 429, responseHeaders: { 'retry-after': '90' } }, '2026-11-23T12:12:30.000Z'],
    [{ statusCode: 429, responseHeaders: { 'retry-after': '999999' } }, '2026-11-24T12:11:00.000Z'],
    [{ statusCode: 429, responseHeaders: { 'retry-after': 'soon' } }, undefined],
    [{ statusCode: 529, responseHeaders: { 'retry-after': '90' } }, undefined],
  ])('waits as %j says', (data, notBefore) => {
    expect(read(failed(data)).notBefore).toBe(notBefore);
  });
});

describe('how a run ends', () => {
  it('does not know its session where it exits before the first line', () => {
    const lines = recorded('opencode', 'unknown-session');
    expect(endingOf(opencode, lines, { exitCode: 1, resumed: true })).toMatchObject({
      code: 'session_unknown',
    });
    const failing = recorded('opencode', 'invalid-key');
    expect(endingOf(opencode, failing, { exitCode: 1, resumed: true })).toMatchObject({
      code: 'auth_required',
    });
  });

  it('is not ended by a line of another session', () => {
    const other = JSON.parse(failed({ message: 'x' })) as object;
    const lines = [started, finish(), JSON.stringify({ ...other, sessionID: 'ses_2' })];
    expect(read(...lines)).toMatchObject({ session: 'ses_1', ended: { ok: true } });
  });

  it('has not ended by a step that called tools', () => {
    const lines = [started, finish({ reason: 'tool-calls' })];
    expect(read(...lines)).not.toHaveProperty('ended');
    expect(read(finish(), started)).not.toHaveProperty('ended');
  });
});
