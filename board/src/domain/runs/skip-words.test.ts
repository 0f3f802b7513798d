import { expect, it } from 'vitest';
import { holdWords, skipWords } from './skip-words.ts';

it('says what begins a start that waits, also one of a later release', () => {
  expect(skipWords('waiting_for_retry')).toContain('after a failure');
  expect(skipWords('new_reason')).toBe('No run was started: new reason.');
});

it.each([
  ['provider', /model provider is down/],
  ['quota', /model quota is used up/],
  ['budget', /budget is spent/],
  ['loop', /Resume it/],
  ['retry', /after a failure/],
  ['failing', /Resume it, or change its configuration/],
  ['new_reason', /^Its runs wait: new reason\.$/],
])('says of an agent that is held for %s what ends that', (heldFor, words) => {
  expect(holdWords(heldFor)).toMatch(words);
});
