import { describe, expect, it } from 'vitest';
import { whatNow, type Shown, type Near } from './what-now.ts';

const issue: Shown = { status: 'todo', assigneeAgentId: 'a', assigneeUserId: null };
const near: Near = { agent: 'Ed', blockers: [], runner: undefined };

describe('what an issue waits for', () => {
  it('is said of open blockers, with who is woken after them', () => {
    expect(whatNow(issue, { ...near, blockers: ['ACM-2'] })).toBe(
      'It waits for ACM-2. Ed is woken when that has ended.',
    );
    expect(whatNow(issue, { ...near, blockers: ['ACM-2', 'ACM-3'] })).toBe(
      'It waits for ACM-2, ACM-3. Ed is woken when they have ended.',
    );
    const free = { ...issue, assigneeAgentId: null };
    expect(whatNow(free, { ...near, blockers: ['ACM-2'] })).toBe('It waits for ACM-2.');
  });

  it('is an assignee where it has none', () => {
    const free = { ...issue, assigneeAgentId: null };
    expect(whatNow(free, near)).toBe('Nobody is assigned, so nobody starts it. Assign an agent.');
    expect(whatNow({ ...free, assigneeUserId: 'u' }, near)).toBeUndefined();
  });

  it('is the end of a run that goes on after the issue', () => {
    const over = { ...issue, status: 'cancelled' } as const;
    expect(whatNow(over, { ...near, runner: 'Ed' })).toMatch(/^Ed is still running on it\. /);
    expect(whatNow(over, near)).toBeUndefined();
  });

  it('is nothing where work goes on, or where a hold says it', () => {
    expect(whatNow(issue, near)).toBeUndefined();
    expect(whatNow({ ...issue, status: 'in_progress' }, near)).toBeUndefined();
    const held = { ...issue, hold: { name: 'ACM-1' } };
    expect(whatNow(held, { ...near, blockers: ['ACM-2'] })).toBeUndefined();
  });
});
