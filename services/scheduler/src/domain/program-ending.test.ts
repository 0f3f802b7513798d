import { claudeCode, codex } from '@muster/cli-agents';
import type { Outcome } from '@muster/runner-protocol';
import { describe, expect, it } from 'vitest';
import { endingOfProgram } from './program-ending.ts';

const ended = (exitCode: number, more: Partial<Outcome> = {}): Outcome => ({
  status: exitCode === 0 ? 'succeeded' : 'failed',
  exitCode,
  signal: null,
  error: exitCode === 0 ? null : `It ended with ${exitCode}`,
  errorCode: exitCode === 0 ? null : 'exit_code',
  ...more,
});
const fresh = { agent: claudeCode, resumed: false };

describe('the end of a program', () => {
  it('is good if its last event is, and keeps its exit code', () => {
    expect(endingOfProgram(ended(1), { ended: { ok: true } }, fresh)).toEqual({
      status: 'succeeded',
      exitCode: 1,
      signal: null,
      error: null,
      errorCode: null,
    });
  });

  it('is bad if its last event is, with code and message where it has them', () => {
    const code = 'max_turns' as const;
    expect(
      endingOfProgram(ended(0), { ended: { ok: false, code, message: 'M' } }, fresh),
    ).toMatchObject({ status: 'failed', errorCode: code, error: 'M' });
    expect(endingOfProgram(ended(0), { ended: { ok: false } }, fresh)).toMatchObject({
      status: 'failed',
      errorCode: 'agent_failed',
    });
  });

  it('is bad without a last event, whatever the exit code', () => {
    expect(endingOfProgram(ended(0), {}, fresh)).toMatchObject({ errorCode: 'no_result' });
    expect(endingOfProgram(ended(2), {}, fresh)).toMatchObject(ended(2));
    const killed = ended(0, { status: 'failed', exitCode: null, errorCode: 'signalled' });
    expect(endingOfProgram(killed, {}, fresh)).toMatchObject({ errorCode: 'signalled' });
  });

  it('tells of a program that is not there, unless it has said something', () => {
    expect(endingOfProgram(ended(127), {}, fresh)).toMatchObject({ errorCode: 'program_missing' });
    const reported = endingOfProgram(ended(127), { session: 's-1' }, fresh);
    expect(reported).toMatchObject({ errorCode: 'exit_code' });
  });

  it('tells of an unknown session where a program says so by its exit alone', () => {
    const resumed = { agent: codex, resumed: true };
    expect(endingOfProgram(ended(1), {}, resumed)).toMatchObject({ errorCode: 'session_unknown' });
    expect(endingOfProgram(ended(1), {}, { ...resumed, resumed: false })).toEqual(ended(1));
  });

  it('is that of a busy provider where it was silent while it waited for an answer', () => {
    const silent = ended(0, { status: 'timed_out', errorCode: 'idle', error: 'E' });
    const asks = { seen: { asks: true } } as const;
    const resumed = { agent: codex, resumed: false };
    expect(endingOfProgram(silent, asks, resumed)).toMatchObject({
      status: 'failed',
      errorCode: 'provider_busy',
    });
    expect(endingOfProgram(silent, {}, resumed)).toEqual(silent);
    const cancelled = { ...silent, errorCode: 'cancelled' };
    expect(endingOfProgram(cancelled, asks, resumed)).toEqual(cancelled);
  });

  it.each(['timed_out', 'idle', 'cancelled', 'lease_lost', 'not_started', 'cwd_missing'])(
    'that was %s is what it was, though the program had finished',
    (errorCode) => {
      const outcome = ended(0, { status: 'failed', errorCode, error: 'E' });
      expect(endingOfProgram(outcome, { ended: { ok: true } }, fresh)).toEqual(outcome);
    },
  );
});
