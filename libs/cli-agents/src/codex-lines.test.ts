import { describe, expect, it } from 'vitest';
import { endingOf, recorded, replay } from '../test/replay.ts';
import { codex, type LineReport } from './index.ts';

const SESSION = '01a20851-8cad-72b3-86f8-59a19c3ee4b1';

const turns = (count: number): object => ({
  scope: 'session',
  provider: 'openai',
  models: [
    {
      model: 'unknown',
      inputTokens: 110 * count,
      cacheWriteTokens: 0,
      cachedInputTokens: 1_000 * count,
      outputTokens: 20 * count,
    },
  ],
});

const line = (type: string, fields: object = {}): string => JSON.stringify({ type, ...fields });
const started = line('thread.started', { thread_id: 's-1' });
const turn = line('turn.started');
const completed = line('turn.completed', { usage: { input_tokens: 7, output_tokens: 3 } });
const failed = (message: unknown): string => line('turn.failed', { error: { message } });
const item = (fields: object): string => line('item.completed', { item: fields });
const read = (...lines: string[]): LineReport => replay(codex, lines);

describe('what the program printed', () => {
  it.each([
    ['success', { session: SESSION, used: turns(1), summary: 'Done.', ended: { ok: true } }],
    ['resumed', { session: SESSION, used: turns(2), ended: { ok: true } }],
    ['resumed-again', { session: SESSION, used: turns(3), ended: { ok: true } }],
    ['quota', { notBefore: '2026-11-23T13:11:00.000Z', ended: { code: 'provider_quota' } }],
    [
      'quota-of-tomorrow',
      { notBefore: '2026-11-24T18:47:00.000Z', ended: { code: 'provider_quota' } },
    ],
    ['quota-without-moment', { ended: { ok: false, code: 'provider_quota' } }],
    ['overload', { ended: { ok: false, code: 'provider_busy' } }],
    ['invalid-key', { ended: { ok: false, code: 'auth_required' } }],
    ['unknown-model', { ended: { ok: false, code: 'model_unknown' } }],
    ['context-full', { ended: { ok: false, code: 'context_full' } }],
  ])('reads %s', (name, report) => {
    expect(replay(codex, recorded('codex', name))).toMatchObject(report);
  });

  it.each(['quota', 'overload', 'invalid-key', 'unknown-model', 'context-full'])(
    'does not know what %s has used, and says what failed',
    (name) => {
      const report = replay(codex, recorded('codex', name));
      expect(report).not.toHaveProperty('used');
      expect(report.ended?.message).toMatch(/\w/);
    },
  );

  it('names no moment where the program names none', () => {
    expect(replay(codex, recorded('codex', 'quota-without-moment'))).not.toHaveProperty(
      'notBefore',
    );
  });

  it('takes no new attempt for an ending', () => {
    const away = recorded('codex', 'provider-away');
    expect(replay(codex, away)).not.toHaveProperty('ended');
    expect(replay(codex, [...away, completed]).ended).toStrictEqual({ ok: true });
  });

  it('names the refused tool and not a failed one', () => {
    const declined = { type: 'command_execution', status: 'declined' };
    expect(read(item(declined)).refused).toStrictEqual(['command_execution']);
    expect(read(item({ ...declined, status: 'failed', exit_code: 1 }))).toStrictEqual({});
  });

  it('takes cached and cache-written input out of the input, and never less than none', () => {
    const usage = { input_tokens: 100, cached_input_tokens: 60, cache_write_input_tokens: 30 };
    expect(read(line('turn.completed', { usage })).used?.models[0]).toMatchObject({
      inputTokens: 10,
      cacheWriteTokens: 30,
      cachedInputTokens: 60,
    });
    const odd = { input_tokens: 1, cached_input_tokens: 60 };
    expect(read(line('turn.completed', { usage: odd })).used?.models[0]?.inputTokens).toBe(0);
  });
});

describe('hostile output', () => {
  it('takes no ending for the last where another turn has begun', () => {
    expect(read(started, turn, completed, turn)).not.toHaveProperty('ended');
  });

  it('reads a line of a mebibyte', () => {
    const text = 'x'.repeat(1_048_576);
    expect(read(item({ type: 'agent_message', text })).summary).toHaveLength(2_000);
    expect(read(failed(`The model ${text}`)).ended?.message).toHaveLength(2_000);
  });

  it.each([failed(7), line('turn.failed'), line('turn.failed', { error: 'x' })])(
    'has failed without a message in %s',
    (text) => {
      expect(read(text).ended).toStrictEqual({ ok: false });
    },
  );
});

describe('how a run ends', () => {
  it('does not know its session where it exits before the first line', () => {
    expect(endingOf(codex, [], { exitCode: 1, resumed: true })).toStrictEqual({
      ok: false,
      code: 'session_unknown',
    });
  });

  it.each([
    ['it resumed none', [], { exitCode: 1, resumed: false }],
    ['it was killed', [], { exitCode: null, resumed: true }],
    ['it had begun', [started], { exitCode: 1, resumed: true }],
  ])('does not blame the session where %s', (_, lines, exit) => {
    expect(endingOf(codex, lines, exit)).toStrictEqual({ ok: false });
  });
});
