import { describe, expect, it } from 'vitest';
import { noteIn } from './answer-note.ts';

describe('the note of an answer', () => {
  it.each([
    [
      'backlog wakes no agent; PATCH /api/issues/ACM-1 {"status":"todo"} does',
      'Backlog wakes no agent.',
    ],
    [
      'nobody is assigned: no agent is woken; PATCH /api/issues/ACM-1 {"assigneeAgentId":…} does',
      'Nobody is assigned: no agent is woken.',
    ],
    [
      'nobody is woken: the issue is done; reopen it, POST /api/issues/ACM-1/reopen, or mention an agent, @Name',
      'Nobody is woken: the issue is done. Reopen it, or mention an agent, @Name.',
    ],
    [
      'nobody is woken: nobody is assigned; assign an agent, PATCH /api/issues/ACM-1 {"assigneeAgentId":…}, or mention an agent, @Name',
      'Nobody is woken: nobody is assigned. Assign an agent, or mention an agent, @Name.',
    ],
    [
      'a title wakes no agent that it mentions (@Ann): write a comment, POST /api/issues/ACM-1/comments; children of it are open: ACM-2',
      'A title wakes no agent that it mentions (@Ann): write a comment. Children of it are open: ACM-2.',
    ],
  ])('%s', (note, sentences) => {
    expect(noteIn({ note })).toBe(sentences);
  });

  it.each([{}, { note: '' }, { note: 5 }, null, []])('is none in %j', (answer) => {
    expect(noteIn(answer)).toBeUndefined();
  });
});
