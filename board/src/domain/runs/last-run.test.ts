import { describe, expect, it } from 'vitest';
import { endOf, hasTouched } from './last-run.ts';

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
    expect(endOf({ ...run, status: 'cancelled' }, true)).toBe('was cancelled');
    expect(endOf({ ...run, status: 'succeeded' }, false)).toBe('ended without changing this issue');
    expect(endOf({ ...run, status: 'succeeded' }, true)).toBeUndefined();
    expect(endOf({ ...run, status: 'succeeded' }, undefined)).toBeUndefined();
    expect(endOf({ ...run, status: 'running' }, false)).toBeUndefined();
  });
});
