/** What is wrong with one field of an input, in words that lead to the right value. */
import type { z } from 'zod';
import { nearestOf } from './nearest-of.ts';

export interface FieldProblem {
  readonly path: readonly PropertyKey[];
  /** The schema library's code, such as `invalid_type`. */
  readonly code: string;
  readonly message: string;
  /** The value that is most like the one that was sent. */
  readonly nearest?: string;
}

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

/** Longest text that is compared with values; what is longer is like none. */
const VALUE_MAX = 64;

/** Words of other systems and of everyday speech, folded, with the values that mean the same here. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  open: ['todo', 'pending'],
  waiting: ['pending', 'queued'],
  new: ['todo'],
  ready: ['todo'],
  started: ['in_progress', 'running'],
  doing: ['in_progress'],
  wip: ['in_progress'],
  active: ['in_progress', 'running', 'idle'],
  review: ['in_review'],
  closed: ['done'],
  complete: ['done', 'completed'],
  completed: ['done', 'succeeded'],
  resolved: ['done'],
  finished: ['done', 'succeeded'],
  done: ['succeeded', 'completed', 'achieved'],
  success: ['succeeded'],
  error: ['failed'],
  urgent: ['critical'],
  highest: ['critical'],
  normal: ['medium'],
  lowest: ['low'],
  developer: ['engineer'],
  programmer: ['engineer'],
  worker: ['general'],
  assistant: ['general'],
  robot: ['bot'],
  hire: ['hire_agent'],
  strategy: ['approve_ceo_strategy'],
  budget: ['budget_override_required'],
  claude: ['claude_code'],
  claudelocal: ['claude_code'],
  codexlocal: ['codex'],
  opencodelocal: ['opencode'],
  shell: ['process'],
  command: ['process'],
  webhook: ['http'],
  requestchanges: ['revision_requested'],
};

const fold = (value: string): string => value.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export function describeIssue(issue: z.core.$ZodIssue, given?: unknown): FieldProblem {
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

function nearestValue(values: readonly unknown[], given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > VALUE_MAX) return undefined;
  const known = values.filter((value) => typeof value === 'string');
  const folded = fold(given);
  const same = Object.hasOwn(SYNONYMS, folded)
    ? SYNONYMS[folded]?.find((value) => known.includes(value))
    : undefined;
  return same ?? nearestOf(folded, known, (value) => [fold(value)])?.found;
}

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
