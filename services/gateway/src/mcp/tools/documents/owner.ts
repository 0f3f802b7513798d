/** Whose documents a tool means: an issue's, a project's or those of the company. */
import { Refusal, UUID } from '@muster/contracts';
import { z } from 'zod';
import { companyOf } from '../../company-of.ts';
import type { ToolCall } from '../../tool.ts';

const COMPANY = 'company';
const REF_MAX = 200;

export const of = z.string().min(1).max(REF_MAX).describe('issue, project (id) or "company"');

interface Ways<Answer> {
  readonly issue: (issueId: string) => Promise<Answer>;
  readonly project: (projectId: string) => Promise<Answer>;
  readonly company: (companyId: string) => Promise<Answer>;
}

/** An id is that of an issue, or else of a project: a model has read it beside a name. */
export async function ofOwner<Answer>(
  ref: string,
  call: ToolCall,
  { issue, project, company }: Ways<Answer>,
): Promise<Answer> {
  if (ref === COMPANY) return company(await companyOf(call));
  try {
    return await issue(ref);
  } catch (error) {
    const isAbsent = error instanceof Refusal && error.code === 'issue_not_found';
    if (!isAbsent || !UUID.test(ref)) throw error;
    return project(ref);
  }
}
