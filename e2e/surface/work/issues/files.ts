/** Files of an issue: listed, looked at and deleted. Their bytes are in stories/files.test.ts. */
import { NOTHING, issue, type Send, type Who, type WorkRow } from '../row.ts';

const upload = (name: string, by: Who = 'ann'): Send => [
  `POST /api/issues/$issue/files?name=${name}`,
  undefined,
  by,
];
const list = (query = '', of = '$issue'): Send => [
  `GET /api/issues/${of}/files${query}`,
  undefined,
  'bob',
];
const first = { issue: issue({ assigneeAgentId: '$ann' }), file: upload('report.pdf') };

export const fileRows: readonly WorkRow[] = [
  {
    rule: 'is listed with who has added it',
    first,
    send: list(),
    answers: 200,
    shows: [{ id: '$file', name: 'report.pdf', bytes: 0, authorAgentId: '$ann' }],
  },
  {
    rule: 'is listed behind newer ones',
    first: { ...first, second: upload('second.txt'), page: list('?limit=1') },
    send: list('?limit=2'),
    answers: 200,
    shows: [{ id: '$second' }, { id: '$file' }],
  },
  {
    rule: 'is listed from a cursor that there is',
    first,
    send: list('?cursor=nonsense'),
    answers: [400, 'invalid_cursor'],
  },
  { rule: 'is of an issue', send: list('', NOTHING), answers: [404, 'issue_not_found'] },
  {
    rule: 'shows what is known of it',
    first,
    send: ['GET /api/files/$file', undefined, 'bob'],
    answers: 200,
    shows: { id: '$file', type: 'application/pdf', issueId: '$issue' },
  },
  {
    rule: 'is not there before it was added',
    send: [`GET /api/files/${NOTHING}`, undefined, 'bob'],
    answers: [404, 'file_not_found'],
  },
  {
    rule: 'is deleted by the board',
    first,
    send: ['DELETE /api/files/$file'],
    answers: 200,
    shows: { id: '$file' },
  },
  {
    rule: 'is deleted by no agent',
    first,
    send: ['DELETE /api/files/$file', undefined, 'ann'],
    answers: [403, 'board_only'],
  },
  {
    rule: 'is deleted once',
    first: { ...first, deleted: ['DELETE /api/files/$file'] },
    send: ['DELETE /api/files/$file'],
    answers: [404, 'file_not_found'],
  },
];
