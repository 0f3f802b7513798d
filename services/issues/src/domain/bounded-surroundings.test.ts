import { describe, expect, it } from 'vitest';
import { boundSurroundings, type Surroundings } from './bounded-surroundings.ts';

type Ancestor = Surroundings['ancestors'][number];

const goal = (text: string): NonNullable<Surroundings['goal']> => ({
  id: 'goal',
  title: 'Sell',
  description: text,
  level: 'company',
  status: 'active',
});
const ancestor = (id: number, description: string): Ancestor => ({
  id: String(id),
  identifier: `ACM-${id}`,
  title: 'Work',
  description,
  status: 'todo',
  priority: 'medium',
  assigneeAgentId: null,
  projectId: null,
  goalId: 'goal',
  project: null,
  goal: goal('why'),
});
/** The longest text, each character of which takes six bytes in JSON. */
const LONGEST = '\u0001'.repeat(65_536);
const brief = 'b'.repeat(65_536);

describe('boundSurroundings', () => {
  it('changes nothing that fits', () => {
    const found = { project: null, goal: goal('why'), ancestors: [ancestor(1, 'all of it')] };
    expect(boundSurroundings(found)).toBe(found);
  });

  it('has the nearest ancestors, and says that there are more', () => {
    const ancestors = Array.from({ length: 51 }, (_, level) => ancestor(level, 'short'));
    const few = ancestors.slice(0, 50);
    const around = { project: null, goal: null };
    expect(boundSurroundings({ ...around, ancestors: few })).toEqual({ ...around, ancestors: few });
    expect(boundSurroundings({ ...around, ancestors })).toEqual({
      ...around,
      ancestors: few,
      truncated: true,
    });
  });

  it('keeps the texts of the nearest ancestors, and the others without', () => {
    const ancestors = Array.from({ length: 12 }, (_, level) => ancestor(level, brief));
    const bounded = boundSurroundings({ project: null, goal: null, ancestors });
    expect(bounded.truncated).toBe(true);
    expect(bounded.ancestors.map(({ id }) => id)).toEqual(ancestors.map(({ id }) => id));
    expect(bounded.ancestors.map(({ description }) => description?.length)).toEqual([
      65_536,
      65_536,
      65_536,
      ...Array.from({ length: 9 }, () => undefined),
    ]);
    expect(JSON.stringify(bounded).length).toBeLessThan(300_000);
  });

  it('empties a text that does not fit alone', () => {
    const bounded = boundSurroundings({ project: null, goal: goal(LONGEST), ancestors: [] });
    expect(bounded).toEqual({ project: null, goal: goal(''), ancestors: [], truncated: true });
  });
});
