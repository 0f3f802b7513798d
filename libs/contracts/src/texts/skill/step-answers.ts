/**
 * What a step is answered with, cut to the fields that the next step needs. A test reads each by the
 * contract of its operation.
 */
const ISSUE = '0197a3b0-5c1e-7d20-9b31-6f0f2c1d8e4a';
const COMMENT = '0197a3b2-11f4-7a52-8a6e-2d9c40b7f1aa';

const shown = (answer: object): string => JSON.stringify(answer);

export const stepAnswers = {
  /** Always a list. */
  inbox: shown([
    { id: ISSUE, identifier: 'ACM-12', title: 'Fix the page', status: 'todo', priority: 'high' },
  ]),
  claim: shown({ id: ISSUE, identifier: 'ACM-12', status: 'in_progress', version: 2 }),
  context: shown({
    issue: {
      id: ISSUE,
      identifier: 'ACM-12',
      title: 'Fix the page',
      description: 'It is blank.',
      status: 'in_progress',
      version: 2,
    },
    allowedTransitions: ['todo', 'in_review', 'blocked'],
    ancestors: [],
    comments: { count: 0, lastCommentId: null, items: [], more: false },
  }),
  comment: shown({ id: COMMENT, mentions: [], unresolvedMentions: [] }),
  change: shown({ id: ISSUE, identifier: 'ACM-12', status: 'in_review', version: 3 }),
} as const;
