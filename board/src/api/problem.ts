/** Why the API refused a request, or why there was no answer. */
import { withoutCode } from '../domain/words/for-people.ts';

export interface Detail {
  readonly path?: readonly (string | number)[];
  readonly message?: string;
}

export interface ProblemFields {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly hint: string | undefined;
  readonly requestId: string | undefined;
  readonly details: unknown;
}

export class Problem extends Error {
  readonly fields: ProblemFields;

  constructor(fields: ProblemFields) {
    super(fields.error);
    this.name = 'Problem';
    this.fields = fields;
  }
}

export const isProblem = (error: unknown, ...codes: string[]): error is Problem =>
  error instanceof Problem && (codes.length === 0 || codes.includes(error.fields.code));

/** Whether a change was refused because the row has changed since it was seen. */
export const isOvertaken = (error: unknown): boolean =>
  isProblem(error) && error.fields.status === 412;

export async function problemOf(response: Response): Promise<Problem> {
  return problemIn(await response.json().catch(() => ({})), response.status);
}

/** The problem that a body tells; one inside a stream has no status of its own. */
export const problemIn = (body: Partial<Record<string, unknown>>, status = 0): Problem =>
  new Problem({
    status,
    code: textOf(body.code) ?? `http_${status}`,
    error: textOf(body.error) ?? `The server answered ${status}.`,
    hint: textOf(body.hint),
    requestId: textOf(body.requestId),
    details: body.details,
  });

export const noAnswer = (): Problem =>
  new Problem({
    status: 0,
    code: 'no_answer',
    error: 'The server does not answer.',
    hint: 'your change is kept: try again once you are connected',
    requestId: undefined,
    details: undefined,
  });

/** What a refusal says about single fields, in words for people. */
export function detailsOf(error: unknown): readonly Required<Detail>[] {
  const details: unknown = isProblem(error) ? error.fields.details : undefined;
  if (!Array.isArray(details)) return [];
  return details.flatMap(({ path = [], message }: Detail) =>
    typeof message === 'string' ? [{ path, message: withoutCode(message) ?? message }] : [],
  );
}

/** What a refusal says about one field, which may be inside of others: `adapterConfig`, `command`. */
export const detailOf = (error: unknown, ...field: readonly string[]): string | undefined =>
  detailsOf(error).find(({ path }) => field.every((key, at) => path[at] === key))?.message;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
