import { refusals } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { withoutCode } from './for-people.ts';

describe('a hint for a person', () => {
  it.each([
    [refusals.budget_spent.hint, 'Raise it first.'],
    [
      'ask its owner or a manager with POST /api/issues/:issueId/comments',
      'Ask its owner or a manager.',
    ],
    [
      'nothing to do; details has its outcome, and GET /api/questions/:questionId all of it',
      'Nothing to do.',
    ],
    ['POST /api/approvals/:approvalId/cancel', undefined],
    ['correct the fields in details', undefined],
    ['wait until one is done: GET /api/x says its state', 'Wait until one is done.'],
    [
      'a command line in one string is not split: send it as args, such as {"command":"node","args":["a.js"]}; a path with a space goes with args, which may be []',
      'A command line in one string is not split.',
    ],
    ['check both and try again', 'Check both and try again.'],
  ])('%s', (hint, words) => {
    expect(withoutCode(hint)).toBe(words);
  });

  it('names no request, field or code in any refusal', () => {
    const hints = Object.values(refusals).flatMap((spec) =>
      'hint' in spec ? (withoutCode(spec.hint) ?? []) : [],
    );
    expect(hints.length).toBeGreaterThan(60);
    expect(
      hints.filter((hint) => /\/api|\b(?:GET|POST|PATCH|PUT|DELETE)\b|[a-z]_[a-z]|\{/.test(hint)),
    ).toEqual([]);
  });
});
