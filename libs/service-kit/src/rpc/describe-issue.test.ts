import { Id } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';

const Input = z.object({
  assigneeAgentId: Id.optional(),
  labelIds: z.array(Id).optional(),
  secretId: Id.optional(),
  budgetMonthlyCents: z.int().optional(),
  limit: z.int().optional(),
  status: z.enum(['todo', 'done']).optional(),
});

const problemsOf = (input: unknown) => Input.safeParse(input).error?.issues.map(describeIssue);

describe('describeIssue', () => {
  it.each([
    [{ assigneeAgentId: 'Ann' }, 'not a name; GET /api/companies/:companyId/agents lists them'],
    [{ labelIds: ['urgent'] }, 'not a name; GET /api/companies/:companyId/labels lists them'],
    [{ secretId: 'key' }, 'expected an id, which is a UUID and not a name'],
    [{ budgetMonthlyCents: 12.5 }, 'expected a whole number of cents'],
    [{ limit: 1.5 }, 'expected a whole number'],
    [{ status: 'open' }, '"todo"|"done"'],
  ])('says of %o what is expected', (input, words) => {
    expect(problemsOf(input)).toEqual([
      {
        path: expect.any(Array),
        code: expect.any(String),
        message: expect.stringContaining(words),
      },
    ]);
  });

  it('leaves the type of what is no number to the schema', () => {
    expect(problemsOf({ limit: 'ten' })).toMatchObject([{ path: ['limit'], code: 'invalid_type' }]);
  });
});
