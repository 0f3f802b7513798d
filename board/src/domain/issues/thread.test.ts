import type { Activity, Comment } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { mixed } from './thread.ts';

const at = (minute: number): string => `2026-01-01T00:0${minute}:00.000Z`;
const comment = (minute: number) => ({ id: `c${minute}`, createdAt: at(minute) }) as Comment;
const event = (minute: number, action = 'issue.updated') =>
  ({ id: `e${minute}`, createdAt: at(minute), action }) as Activity;
const ids = (...args: Parameters<typeof mixed>) => mixed(...args).map(({ id }) => id);

describe('mixed', () => {
  it('puts events between the comments by their time', () => {
    const events = [event(4), event(2)];
    expect(ids([comment(1), comment(3)], events, false)).toEqual(['c1', 'e2', 'c3', 'e4']);
  });

  it('leaves out the event of a comment, which is shown itself', () => {
    expect(ids([comment(1)], [event(1, 'issue.commented')], false)).toEqual(['c1']);
  });

  it('leaves out what happened before the comments that are read, until all are', () => {
    expect(ids([comment(3)], [event(1), event(4)], true)).toEqual(['c3', 'e4']);
    expect(ids([comment(3)], [event(1), event(4)], false)).toEqual(['e1', 'c3', 'e4']);
  });
});
