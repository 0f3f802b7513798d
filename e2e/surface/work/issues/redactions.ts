/** Words that are taken away for good, of each kind but comments. */
import { expect } from 'vitest';
import { badInput, issue, NOTHING, project, type Send, type Who, type WorkRow } from '../row.ts';

interface Kind {
  readonly named: string;
  readonly path: string;
  readonly first: Readonly<Record<string, Send>>;
  readonly body?: object;
  readonly shows: object;
  /** Paths to what is not there, with what is refused then. */
  readonly absent: Readonly<Record<string, string>>;
}

function rowsOf({ named, path, first, body = {}, shows, absent }: Kind): WorkRow[] {
  const redact = (by: Who = 'board', more: object = {}): Send => [
    `POST ${path}/redact`,
    { ...body, ...more },
    by,
  ];
  return [
    {
      rule: `of ${named} are taken away by the board, with a reason`,
      first,
      send: redact('board', { reason: 'A key.' }),
      answers: 200,
      shows: {
        ...shows,
        redacted: expect.objectContaining({ byAgentId: null, reason: 'A key.' }),
      },
    },
    {
      rule: `of ${named} are taken away for a reason that has words`,
      first,
      send: redact('board', { reason: ' ' }),
      answers: badInput,
      at: 'reason',
    },
    {
      rule: `of ${named} are taken away by no key of their author`,
      first,
      send: redact('ann'),
      answers: [403, 'not_the_author'],
    },
    ...Object.entries(absent).map(([code, at]): WorkRow => ({
      rule: `of ${named} are taken away where they are (${code})`,
      first,
      send: [`POST ${at}/redact`, body],
      answers: [404, code],
    })),
  ];
}

const work = { issue: issue({ assigneeAgentId: '$ann' }) };
const key = 'w-$word';
const written = (path: string, by: Who = 'ann'): Send => [
  `PUT ${path}/documents/${key}`,
  { body: '# A key\n' },
  by,
];
const ofDocument = (
  named: string,
  path: string,
  first: Kind['first'],
  absent: Kind['absent'],
  by: Who = 'ann',
): WorkRow[] => [
  ...rowsOf({
    named,
    path: `${path}/documents/${key}`,
    first: { ...first, document: written(path, by) },
    body: { version: 1 },
    shows: { title: key, version: 1 },
    absent: { document_not_found: `${path}/documents/none`, ...absent },
  }),
  {
    rule: `of ${named} are taken away of a version that is there`,
    first: { ...first, document: written(path, by) },
    send: [`POST ${path}/documents/${key}/redact`, { version: 2 }],
    answers: [404, 'revision_not_found'],
  },
];

const ask = { to: 'board', kind: 'text', text: 'Is it this key?' };
const wait = { after: 86_400, note: 'Try this key' };
const LOG = '/api/heartbeat-runs/$leeRun/log/redact';

export const redactionRows: readonly WorkRow[] = [
  ...ofDocument('an issue’s document', '/api/issues/$issue', work, {
    issue_not_found: `/api/issues/${NOTHING}/documents/none`,
  }),
  ...ofDocument(
    'a project’s document',
    '/api/projects/$project',
    { project: project() },
    { project_not_found: `/api/projects/${NOTHING}/documents/none` },
  ),
  ...ofDocument('a company’s document', '/api/companies/$company', {}, {}, 'cleo'),
  ...rowsOf({
    named: 'a file',
    path: '/api/files/$file',
    first: { ...work, file: ['POST /api/issues/$issue/files?name=key.txt', undefined, 'ann'] },
    shows: { name: '[redacted]', bytes: 0 },
    absent: { file_not_found: `/api/files/${NOTHING}` },
  }),
  ...rowsOf({
    named: 'a question',
    path: '/api/questions/$question',
    first: { ...work, question: ['POST /api/issues/$issue/questions', ask, 'ann'] },
    shows: { text: '[redacted]', state: 'withdrawn' },
    absent: { question_not_found: `/api/questions/${NOTHING}` },
  }),
  ...rowsOf({
    named: 'a wait',
    path: '/api/issues/$issue/waits/$wait',
    first: { ...work, wait: ['POST /api/issues/$issue/waits', wait, 'ann'] },
    shows: { note: '[redacted]', cause: null },
    absent: {
      wait_not_found: `/api/issues/$issue/waits/${NOTHING}`,
      issue_not_found: `/api/issues/${NOTHING}/waits/$wait`,
    },
  }),
  {
    rule: 'of a log are taken away by the board, with a reason',
    send: [`POST ${LOG}`, { from: 0, to: 2, reason: 'A key.' }],
    answers: 200,
    shows: { from: 0, to: 4, redacted: expect.objectContaining({ reason: 'A key.' }) },
  },
  {
    rule: 'of a log are taken away by no other agent',
    send: [`POST ${LOG}`, { from: 0, to: 2 }, 'ann'],
    answers: [403, 'not_the_author'],
  },
  {
    rule: 'of a log are taken away where it has some',
    send: [`POST ${LOG}`, { from: 900, to: 901 }],
    answers: badInput,
    at: 'to',
  },
  {
    rule: 'of a log are taken away of a run that there is',
    send: [`POST /api/heartbeat-runs/${NOTHING}/log/redact`, { from: 0, to: 2 }],
    answers: [404, 'run_not_found'],
  },
];
