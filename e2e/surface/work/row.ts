/**
 * A row: what is asked, by whom, and what comes of it. `$name` in any text stands for the id of
 * what is called so, `$name.field` for another field of it; `$word` for a word that no other row
 * has.
 */

/** Who asks: of the crew, of another company, or nobody. */
export type Who =
  | 'board' | 'una' | 'cleo' | 'max' | 'ann' | 'bob' | 'sid' | 'pat' | 'nobody'
  | 'pam' | 'art' | 'fay' | 'leo' | 'zoe';

/** `PATCH /api/issues/$issue`, the body, the caller (the board unless told), headers. */
export type Send = readonly [
  line: string, body?: object | undefined, by?: Who, headers?: Readonly<Record<string, string>>,
];

export type WorkRow = {
  readonly rule: string;
  /** What is done before, in this order; each answer is called by its name from then on. */
  readonly first?: Readonly<Record<string, Send>>;
  readonly send: Send;
  readonly answers: number | readonly [status: number, code: string];
  /** The field that a refusal names. */
  readonly at?: string;
  /** What is in the answer; a list has just these. */
  readonly shows?: unknown;
  /** Headers of the answer. */
  readonly heads?: Readonly<Record<string, string>>;
};

/** Adds an issue, in todo unless told. */
export const issue = (fields: object = {}, by: Who = 'board'): Send =>
  ['POST /api/companies/$company/issues', { title: 'Work', status: 'todo', ...fields }, by];

export const add = (things: string, body: object, by: Who = 'board'): Send =>
  [`POST /api/companies/$company/${things}`, body, by];

export const patch = (
  body: object, by: Who = 'board', headers: Readonly<Record<string, string>> = {},
): Send => ['PATCH /api/issues/$issue', body, by, headers];

export const statuses = [
  'backlog', 'todo', 'in_progress', 'in_review', 'blocked', 'done', 'cancelled',
] as const;
export const priorities = ['critical', 'high', 'medium', 'low'] as const;

export const badInput = [400, 'invalid_input'] as const;
/** A well-formed id of nothing. */
export const NOTHING = '01990000-0000-7000-8000-0000000000ff';
