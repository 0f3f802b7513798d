/** Tells on standard error why a command has ended, and answers with its exit code. */
import { isId } from './calls/ids.ts';
import { Ended, exitCodeOf, exitCodes } from './exit-code.ts';
import { seen } from './terminal/words.ts';

interface Complaint {
  readonly exitCode: number;
  readonly lines: readonly string[];
}

export function complain(error: unknown): number {
  const { exitCode, lines } = complaintOf(error);
  for (const line of lines) process.stderr.write(`${seen(line)}\n`);
  return exitCode;
}

/** The client is loaded with the first command that needs it, so its errors are known by their names. */
function complaintOf(error: unknown): Complaint {
  if (error instanceof Ended) {
    return { exitCode: error.exitCode, lines: [`muster: ${error.message}`, ...hinted(error.hint)] };
  }
  if (!(error instanceof Error)) return { exitCode: exitCodes.failed, lines: [String(error)] };
  const fields = error as Error & Partial<Fields>;
  if (error.name === 'Refusal') return refused(error.message, fields);
  if (error.name === 'NoAnswer') {
    const again =
      fields.idempotencyKey === undefined
        ? 'the same command may be given again'
        : `nobody knows whether it was done: give the command again with --idempotency-key ${fields.idempotencyKey}`;
    return { exitCode: exitCodes.later, lines: [`muster: ${error.message}`, ...hinted(again)] };
  }
  return { exitCode: exitCodes.failed, lines: [`muster: ${error.message}`] };
}

interface Fields {
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly details: unknown;
  readonly isRetryable: boolean;
  readonly requestId: string;
  readonly idempotencyKey: string;
}

function refused(
  message: string,
  { status = 0, code = '', hint, details, isRetryable = false, requestId }: Partial<Fields>,
): Complaint {
  const faults = Array.isArray(details) ? details.flatMap(faultOf) : wordsOf(details);
  return {
    exitCode: exitCodeOf(status, isRetryable),
    lines: [
      `muster: ${code}: ${message}`,
      ...faults.map((fault) => `  ${fault}`),
      ...hinted(hint),
      ...(status >= 500 && requestId !== undefined ? [`  request: ${requestId}`] : []),
    ],
  };
}

/** Of `invalid_input`: what is wrong with which field. */
function faultOf(detail: unknown): string[] {
  const { path, message } = Object(detail) as {
    readonly path?: unknown;
    readonly message?: unknown;
  };
  if (typeof message !== 'string') return [];
  const field = Array.isArray(path) ? path.join('.') : path;
  return [typeof field === 'string' && field !== '' ? `${field}: ${message}` : message];
}

/** Such as the statuses that are allowed; a record in it is for programs. */
const wordsOf = (details: unknown): string[] =>
  Object.entries(Object(details)).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    const isPlain = values.every((each) => typeof each === 'number' || isWord(each));
    return isPlain && values.length > 0 ? [`${name}: ${values.join(', ')}`] : [];
  });

/** An id says nothing to a person. */
const isWord = (value: unknown): boolean => typeof value === 'string' && !isId(value);

const hinted = (hint: string | undefined): string[] =>
  hint === undefined ? [] : [`  hint: ${hint}`];
