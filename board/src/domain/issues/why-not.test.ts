import { describe, expect, it } from 'vitest';
import { whyNot, type Around, type Moved } from './why-not.ts';

const issue: Moved = { status: 'todo', assigneeAgentId: 'a', assigneeUserId: null };
const around: Around = {
  company: { status: 'active' },
  agent: { name: 'Ed', status: 'idle', pauseReason: null },
  blockers: [],
};

describe('why an issue does not get a status', () => {
  it.each([
    ['in_progress', 'done', 'Needs a review first'],
    ['in_progress', 'in_progress', 'Its status now'],
    ['in_progress', 'todo', 'It has started'],
    ['in_review', 'blocked', 'Send it back first'],
    ['in_review', 'done', 'Somebody else has to review it'],
    ['todo', 'done', 'Start it first'],
    ['todo', 'backlog', 'Planned work cannot return to the backlog'],
    ['backlog', 'in_progress', 'Move it to To do first'],
    ['done', 'todo', 'It has ended: reopen it first'],
  ] as const)('from %s to %s', (status, to, words) => {
    expect(whyNot({ ...issue, status }, to, around)).toBe(words);
  });

  it('says what keeps it from being started', () => {
    const start = (of: Partial<Moved>, more: Partial<Around> = {}): string =>
      whyNot({ ...issue, ...of }, 'in_progress', { ...around, ...more });
    const agent = { name: 'Ed', status: 'paused', pauseReason: 'budget' } as const;
    expect(start({ assigneeAgentId: null })).toBe('Assign it first');
    expect(start({}, { agent })).toBe('Ed is paused: its budget is spent');
    expect(start({}, { agent: { ...agent, status: 'pending_approval', pauseReason: null } })).toBe(
      'Ed needs approval',
    );
    expect(start({}, { company: { status: 'paused' } })).toBe('The company is stopped');
    expect(start({ hold: { name: 'ACM-1' } })).toBe('Held with ACM-1');
    expect(start({}, { blockers: ['ACM-1', 'ACM-2'] })).toBe('Blocked by ACM-1, ACM-2');
  });
});
