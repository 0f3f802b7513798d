/** Documents of an issue, a project and a company: written, read, compared and deleted. */
import { badInput, issue, NOTHING, project, type Send, type Who, type WorkRow } from '../row.ts';

interface Owner {
  readonly named: string;
  readonly path: string;
  readonly absent: string;
  readonly code: string;
  readonly first: Readonly<Record<string, Send>>;
  /** What agents of a paused company have. */
  readonly resting: readonly [path: string, first?: Readonly<Record<string, Send>>];
  readonly writer: Who;
}

const key = 'w-$word';

function rowsFor({ named, path, absent, code, first, resting, writer }: Owner): WorkRow[] {
  const text = '# Plan\n\none\n\n## How\n\ntwo\n';
  const write = (body: object = {}, by: Who = writer, of = path, headers = {}): Send => [
    `PUT ${of}/documents/${key}`,
    { body: text, ...body },
    by,
    headers,
  ];
  const read = (rest = '', by: Who = 'bob', of = path): Send => [
    `GET ${of}/documents/${key}${rest}`,
    undefined,
    by,
  ];
  const remove = (rest = '', by: Who = 'board', of = path): Send => [
    `DELETE ${of}/documents/${key}${rest}`,
    undefined,
    by,
  ];
  const list = (rest = '', of = path): Send => [`GET ${of}/documents${rest}`, undefined, 'bob'];
  const written = { ...first, written: write() };
  const changed = { ...written, changed: write({ body: 'Other', ifVersion: 1 }) };
  const nothing = [404, 'document_not_found'] as const;
  const row = (rule: string, more: Omit<WorkRow, 'rule'>): WorkRow => ({
    rule: `${rule} (${named})`,
    ...more,
  });
  return [
    row('is written under a key', {
      first,
      send: write({ note: 'First' }),
      answers: 200,
      shows: { key, title: 'Plan', version: 1, note: 'First' },
    }),
    row('is not written over unread', {
      first: written,
      send: write({ body: 'Other' }),
      answers: [409, 'document_exists'],
      shows: { details: { version: 1 } },
    }),
    row('is new where it must be', {
      first: written,
      send: write({ body: 'Other' }, writer, path, { 'if-none-match': '*' }),
      answers: [412, 'version_mismatch'],
    }),
    row('gets a version by If-Match', {
      first: written,
      send: write({ body: 'Other' }, writer, path, { 'if-match': '"1"' }),
      answers: 200,
      shows: { version: 2 },
    }),
    row('has a text', { first, send: write({ body: ' ' }), answers: badInput, at: 'body' }),
    row('is written by no agent that is paused', {
      first,
      send: write({}, 'pat'),
      answers: [403, 'agent_paused'],
    }),
    row('is written by no agent of a paused company that has it not in hand', {
      ...(resting[1] ? { first: resting[1] } : {}),
      send: write({}, 'pam', resting[0]),
      answers: [422, 'company_paused'],
    }),
    row('is read by lines', {
      first: changed,
      send: read('?version=1&fromLine=3&lines=1'),
      answers: 200,
      shows: { body: 'one', fromLine: 3, toLine: 3, lineCount: 7 },
    }),
    row('is read by section', {
      first: written,
      send: read('?section=how'),
      answers: 200,
      shows: { body: '## How\n\ntwo' },
    }),
    row('has no other section', {
      first: written,
      send: read('?section=why'),
      answers: [404, 'section_not_found'],
      shows: { details: { headings: ['Plan', 'How'] } },
    }),
    row('has no other version', {
      first: written,
      send: read('?version=2'),
      answers: [404, 'revision_not_found'],
    }),
    row('is listed without its text', {
      first,
      send: list('?limit=1&cursor='),
      answers: [400, 'invalid_cursor'],
    }),
    row('is listed', { first: written, send: list(), answers: 200 }),
    row('has revisions', {
      first: changed,
      send: read('/revisions?limit=2'),
      answers: 200,
      shows: [{ version: 2 }, { version: 1 }],
    }),
    row('has revisions from a cursor', {
      first: written,
      send: read('/revisions?cursor=none'),
      answers: [400, 'invalid_cursor'],
    }),
    row('is compared', {
      first: changed,
      send: read('/diff?from=1&to=2'),
      answers: 200,
      shows: { from: 1, to: 2, added: 1, removed: 7, truncated: false },
    }),
    row('is compared with nothing', {
      first: written,
      send: read('/diff?to=7'),
      answers: [404, 'revision_not_found'],
    }),
    row('is deleted by the board', {
      first: written,
      send: remove('?ifVersion=1'),
      answers: 200,
      shows: { key, version: 1 },
    }),
    row('is deleted by no agent', {
      first: written,
      send: remove('', 'cleo'),
      answers: [403, 'board_only'],
    }),
    ...[read(), read('/revisions'), read('/diff'), remove()].map((send) =>
      row(`is not there before it is written: ${send[0].replace(key, 'plan')}`, {
        first,
        send,
        answers: nothing,
      }),
    ),
    ...[
      write({}, writer, absent),
      list('', absent),
      read('', 'bob', absent),
      read('/revisions', 'bob', absent),
      read('/diff', 'bob', absent),
      remove('', 'board', absent),
    ].map((send) =>
      row(`is of nothing that is not there: ${send[0].replace(key, 'plan')}`, {
        send,
        answers: [404, code],
      }),
    ),
  ];
}

export const documentRows: readonly WorkRow[] = [
  ...rowsFor({
    named: 'of an issue',
    path: '/api/issues/$issue',
    absent: `/api/issues/${NOTHING}`,
    code: 'issue_not_found',
    first: { issue: issue() },
    resting: ['/api/issues/$otherIssue'],
    writer: 'ann',
  }),
  ...rowsFor({
    named: 'of a project',
    path: '/api/projects/$project',
    absent: `/api/projects/${NOTHING}`,
    code: 'project_not_found',
    first: { project: project() },
    resting: [
      '/api/projects/$resting',
      { resting: ['POST /api/companies/$paused/projects', { name: 'Rest' }] },
    ],
    writer: 'ann',
  }),
  ...rowsFor({
    named: 'of a company',
    path: '/api/companies/$company',
    absent: `/api/companies/${NOTHING}`,
    code: 'company_not_found',
    first: {},
    resting: ['/api/companies/$paused'],
    writer: 'cleo',
  }),
  {
    rule: 'of a company is written by no other agent than its CEO',
    send: [`PUT /api/companies/$company/documents/${key}`, { body: 'Plan' }, 'ann'],
    answers: [403, 'ceo_only'],
  },
];
