import { expect, it } from 'vitest';
import { skipWords } from './skip-words.ts';

it('says what begins a start that waits, also one of a later release', () => {
  expect(skipWords('waiting_for_retry')).toContain('after a failure');
  expect(skipWords('new_reason')).toBe('No run was started: new reason.');
});
