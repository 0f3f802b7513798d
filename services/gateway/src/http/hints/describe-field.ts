/** Describes a field that a schema refuses, in words that lead to the right value. */
import type { Operation } from '@muster/contracts';
import { nearestOf, parseInput as parse, type FieldProblem } from '@muster/service-kit';
import type { z } from 'zod';

export interface HintedField extends FieldProblem {
  /** The value that is nearest to the one that was sent. */
  readonly nearest?: string;
}

/** Parses the input of a client. */
export const parseInput = (
  operation: Pick<Operation, 'input' | 'http'>,
  value: unknown,
): Record<string, unknown> =>
  parse(operation, value, (issue) => describeField(issue, valueAt(value, issue.path)));

/** Where a client finds the ids that a field takes, by the end of the field's name. */
const lists: readonly (readonly [field: RegExp, list: string])[] = [
  [/(?:agentIds?|reportsTo)$/i, 'agents'],
  [/(?:issueIds?|^parentId)$/i, 'issues'],
  [/projectIds?$/i, 'projects'],
  [/goalIds?$/i, 'goals'],
  [/labelIds?$/i, 'labels'],
  [/userId$/i, 'members'],
  [/approvalId$/i, 'approvals'],
  [/runId$/i, 'heartbeat-runs'],
];

export function describeField(issue: z.core.$ZodIssue, given?: unknown): HintedField {
  const nearest = issue.code === 'invalid_value' ? nearestValue(issue.values, given) : undefined;
  const message = messageOf(issue, given);
  const { path, code } = issue;
  if (nearest === undefined) return { path, code, message };
  return { path, code, message: `${message}; did you mean ${nearest}?`, nearest };
}

/** The value at the path of a problem. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

const nearestValue = (values: readonly unknown[], given: unknown): string | undefined =>
  typeof given === 'string'
    ? nearestOf(
        given,
        values.filter((value) => typeof value === 'string'),
        (value) => [value],
      )
    : undefined;

function messageOf(issue: z.core.$ZodIssue, given: unknown): string {
  const field = issue.path.findLast((part) => typeof part === 'string') ?? '';
  if (issue.code === 'invalid_format') return messageOfFormat(issue, field);
  if (issue.code !== 'invalid_type') return issue.message;
  const { expected } = issue;
  const isNumber = expected === 'int' || expected === 'number';
  if (isNumber && field.endsWith('Cents')) {
    return 'expected a whole number of cents, without quotes: 1250 is 12.50';
  }
  if (expected === 'int' && typeof given === 'number') return 'expected a whole number';
  if (isNumber && typeof given === 'string') return 'expected a number, without quotes, such as 25';
  // An operation says it better where it has words of its own.
  if (!issue.message.startsWith('Invalid input')) return issue.message;
  const list = listOf(field);
  if (given === undefined) return `missing: ${list === '' ? nounOf(expected) : `an id${list}`}`;
  return expected === 'array' || expected === 'record'
    ? `expected ${nounOf(expected)}`
    : issue.message;
}

const nounOf = (expected: string): string => nouns[expected] ?? expected;
const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list in brackets, also of one',
  record: 'an object in braces',
  object: 'an object in braces',
  int: 'a whole number',
};

function listOf(field: string): string {
  const list = lists.find(([pattern]) => pattern.test(field))?.[1];
  return list === undefined ? '' : `; GET /api/companies/:companyId/${list} lists them`;
}

function messageOfFormat(issue: z.core.$ZodIssueInvalidStringFormat, field: string): string {
  if (issue.format === 'datetime')
    return 'expected a time in UTC, such as 2026-11-20T18:12:00.000Z';
  if (issue.format !== 'guid') return issue.message;
  return `expected an id, which is a UUID and not a name${listOf(field)}`;
}
