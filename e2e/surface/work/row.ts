/**
 * A row: a request, its caller, and the expected answer. In any text `$name` is the id of the thing
 * with that name, `$name.field` another field of it, and `$word` a word that no other row has.
 */

/** Callers: of the team, of another company, or without a token. */
export type Who =
  | 'board'
  | 'una'
  | 'cleo'
  | 'max'
  | 'ann'
  | 'bob'
  | 'sid'
  | 'pat'
  | 'nobody'
  | 'pam'
  | 'art'
  | 'fay'
  | 'leo'
  | 'zoe';

/** For example `PATCH /api/issues/$issue`, the body, the caller (default: the board), headers. */
export type Send = readonly [
  line: string,
  body?: object | undefined,
  by?: Who,
  headers?: Readonly<Record<string, string>>,
];

export interface WorkRow {
  readonly rule: string;
  /** Requests before it, in order; later texts refer to each answer by its name. */
  readonly first?: Readonly<Record<string, Send>>;
  readonly send: Send;
  readonly answers: number | readonly [status: number, code: string];
  /** The field that a refusal names. */
  readonly at?: string;
  /** What the answer contains; a list has exactly these. */
  readonly shows?: unknown;
  /** Headers of the answer. */
  readonly heads?: Readonly<Record<string, string>>;
}

/** Adds an issue, with the status todo by default. */
export const issue = (fields: object = {}, by: Who = 'board'): Send => [
  'POST /api/companies/$company/issues',
  { title: 'Work', status: 'todo', ...fields },
  by,
];

export const add = (things: string, body: object, by: Who = 'board'): Send => [
  `POST /api/companies/$company/${things}`,
  body,
  by,
];

/** Comments on the issue of the row. */
export const comment = (body: string, by: Who = 'board'): Send => [
  'POST /api/issues/$issue/comments',
  { body },
  by,
];

/** Adds a project. */
export const project = (body: object = {}, by: Who = 'ann'): Send =>
  add('projects', { name: 'Ship', ...body }, by);

export const patch = (
  body: object,
  by: Who = 'board',
  headers: Readonly<Record<string, string>> = {},
): Send => ['PATCH /api/issues/$issue', body, by, headers];

export const statuses = [
  'backlog',
  'todo',
  'in_progress',
  'in_review',
  'blocked',
  'done',
  'cancelled',
] as const;
export const priorities = ['critical', 'high', 'medium', 'low'] as const;

export const badInput = [400, 'invalid_input'] as const;
/** A well-formed id that nothing has. */
export const NOTHING = '01990000-0000-7000-8000-0000000000ff';
