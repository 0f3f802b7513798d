import { Id } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeField, valueAt } from './describe-field.ts';

const Input = z.object({
  assigneeAgentId: Id.optional(),
  labelIds: z.array(Id).optional(),
  secretId: Id.optional(),
  budgetMonthlyCents: z.int().optional(),
  limit: z.int().optional(),
  status: z.array(z.enum(['todo', 'in_progress', 'done'])).optional(),
  since: z.iso.datetime().optional(),
});

const problemsOf = (input: unknown) =>
  Input.safeParse(input).error?.issues.map((issue) =>
    describeField(issue, valueAt(input, issue.path)),
  );

describe('describeField', () => {
  it.each([
    [{ assigneeAgentId: 'Ann' }, 'not a name; GET /api/companies/:companyId/agents lists them'],
    [{ labelIds: ['urgent'] }, 'not a name; GET /api/companies/:companyId/labels lists them'],
    [{ secretId: 'key' }, 'expected an id, which is a UUID and not a name'],
    [{ budgetMonthlyCents: 12.5 }, 'expected a whole number of cents'],
    [{ limit: 1.5 }, 'expected a whole number'],
    [{ budgetMonthlyCents: '12.50' }, 'without quotes'],
    [{ status: ['x'.repeat(100)] }, '"todo"|"in_progress"|"done"'],
    [{ status: ['constructor'] }, '"todo"|"in_progress"|"done"'],
    [{ status: 'todo' }, 'a list in brackets'],
    [{ since: 'yesterday' }, 'such as 2026-11-20T18:12:00.000Z'],
  ])('says of %o what is expected', (input, words) => {
    expect(problemsOf(input)).toEqual([
      {
        path: expect.any(Array),
        code: expect.any(String),
        message: expect.stringContaining(words),
      },
    ]);
  });

  it.each([
    ['In Progress', 'in_progress'],
    ['dnoe', undefined],
    ['tod', 'todo'],
    ['open', undefined],
  ])('names the value that is nearest to %j', (status, nearest) => {
    expect(problemsOf({ status: [status] })?.[0]?.nearest).toBe(nearest);
  });

  it('leaves the type of what is no number to the schema', () => {
    expect(problemsOf({ limit: 'ten' })).toMatchObject([{ path: ['limit'], code: 'invalid_type' }]);
  });
});
