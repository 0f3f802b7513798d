/** The issues that block an issue, and those that it blocks. */
import { issue, NOTHING, type Send, type Who, type WorkRow } from './row.ts';

const relations = (of: string, by: Who = 'ann'): Send => [
  `GET /api/issues/${of}/relations`,
  undefined,
  by,
];
const chain = {
  first: issue({ title: 'First' }),
  issue: issue({ blockedByIssueIds: ['$first'] }),
  last: issue({ title: 'Last', blockedByIssueIds: ['$issue'] }),
};

export const relationRows: readonly WorkRow[] = [
  {
    rule: 'have titles and statuses',
    first: chain,
    send: relations('$issue'),
    answers: 200,
    shows: {
      issueId: '$issue',
      blockedBy: [{ id: '$first', title: 'First', status: 'todo' }],
      blocks: [{ id: '$last', title: 'Last' }],
      blocksMore: false,
    },
  },
  {
    rule: 'leave out what is blocked and has ended',
    first: { ...chain, ended: ['PATCH /api/issues/$last', { status: 'cancelled' }] },
    send: relations('$issue.identifier', 'board'),
    answers: 200,
    shows: { blocks: [] },
  },
  {
    rule: 'of an absent issue are absent',
    send: relations(NOTHING),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'of another company are absent',
    first: chain,
    send: relations('$issue', 'zoe'),
    answers: [404, 'issue_not_found'],
  },
];
