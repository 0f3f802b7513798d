/** What is wrong with one field of an input, in words that lead to the right value. */
import type { z } from 'zod';

export interface FieldProblem {
  readonly path: readonly PropertyKey[];
  /** The schema library's code, such as `invalid_type`. */
  readonly code: string;
  readonly message: string;
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

export const describeIssue = (issue: z.core.$ZodIssue): FieldProblem => ({
  path: issue.path,
  code: issue.code,
  message: messageOf(issue),
});

function messageOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.findLast((part) => typeof part === 'string') ?? '';
  if (issue.code === 'invalid_format' && issue.format === 'guid') {
    const list = lists.find(([pattern]) => pattern.test(field))?.[1];
    const where = list === undefined ? '' : `; GET /api/companies/:companyId/${list} lists them`;
    return `expected an id, which is a UUID and not a name${where}`;
  }
  if (issue.code === 'invalid_type' && issue.expected === 'int') {
    return field.endsWith('Cents') ? 'expected a whole number of cents' : 'expected a whole number';
  }
  return issue.message;
}
