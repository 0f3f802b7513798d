import { describe, expect, it } from 'vitest';
import { endOf, hasTouched, lastLineOf, wordsOfCode } from './last-run.ts';

const at = { issueId: 'i' };
const list = (items: (typeof at)[]) => ({ count: items.length, items });
const none = { checkedOut: list([]), released: list([]), created: list([]), changed: list([]) };
const issues = { ...none, comments: list([]) };

describe('the last run on an issue', () => {
  it('has touched it by a comment, a claim or an approval, and not by work on another', () => {
    const by = (more: object) =>
      hasTouched('i', { issues: { ...issues, ...more }, approvals: list([]) });
    expect(by({})).toBe(false);
    expect(by({ comments: list([at]) })).toBe(true);
    expect(by({ checkedOut: list([at]) })).toBe(true);
    expect(by({ checkedOut: list([{ ...at, issueId: 'other' }]) })).toBe(false);
    expect(hasTouched('i', { issues, approvals: list([at]) })).toBe(true);
    expect(hasTouched('i', { issues: null, approvals: null })).toBeUndefined();
  });

  it('says how it ended, unless the issue shows it', () => {
    const run = { status: 'failed', exitCode: 3, error: null } as const;
    expect(endOf(run, false)).toBe('failed (exit code 3)');
    expect(endOf({ ...run, status: 'timed_out', exitCode: null }, true)).toBe('timed out');
    expect(endOf({ ...run, status: 'lost', exitCode: null, error: 'no sign' }, true)).toBe(
      'was lost (no sign)',
    );
    const printed = 'It ended\nStandard error ended with:\n boom ';
    expect(endOf({ ...run, exitCode: null, error: printed }, true)).toBe('failed (It ended)');
    expect(endOf({ ...run, status: 'cancelled' }, true)).toBe('was cancelled');
    expect(endOf({ ...run, status: 'succeeded' }, false)).toBe('ended without changing this issue');
    expect(endOf({ ...run, status: 'succeeded' }, true)).toBeUndefined();
    expect(endOf({ ...run, status: 'succeeded' }, undefined)).toBeUndefined();
    expect(endOf({ ...run, status: 'running' }, false)).toBeUndefined();
  });

  it('has a last line by its output, or by what its program said last', () => {
    const error = 'The agent exited with 3\nStandard error ended with:\n no config.json \n';
    expect(lastLineOf({ resultSummary: 'Done.', error })).toBe('Done.');
    expect(lastLineOf({ resultSummary: '', error })).toBe('no config.json');
    expect(lastLineOf({ resultSummary: null, error: 'no sign' })).toBeUndefined();
    expect(lastLineOf({ resultSummary: null, error: null })).toBeUndefined();
  });

  it('has its code in words', () => {
    expect(wordsOfCode('no_longer_assigned')).toBe('no longer assigned');
  });
});
