/** Whether the issue of a template could be made by the caller, and how it is made. */
import { Refusal, type issues, type RoutineTemplate } from '@muster/contracts';
import type { Context, Handlers } from '@muster/service-kit';
import { assigneeAfter, unassigned } from '../domain/assignment.ts';
import { blockersOfRows, type ChildRow } from '../domain/children/new-children.ts';
import { requireAllowed, requirePlace } from './new-issue.ts';

type IssuesContext = Context<typeof issues>;
/** The operations whose code makes, and replaces, the issues of routines. */
export type Makers = Pick<
  Handlers<typeof issues>,
  'createIssue' | 'createChildren' | 'updateIssue'
>;

/** What concerns the company and not the template. */
const ofCompany: readonly string[] = ['company_not_found', 'company_archived', 'company_paused'];

/** Says of any refusal that it is one of the template. */
export async function ofTemplate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || ofCompany.includes(error.code)) throw error;
    const more = typeof error.details === 'object' ? { of: error.details } : {};
    const details = { code: error.code, reason: error.message, ...more };
    throw new Refusal('template_refused', details, error.hint);
  }
}

/** Asks what each of its issues would be asked: the caller may create no more by a routine than by hand. */
export const requireTemplate = (
  template: RoutineTemplate,
  companyId: string,
  context: IssuesContext,
): Promise<void> =>
  ofTemplate(async () => {
    const rows = rowsOf(template);
    for (const { refs } of blockersOfRows(rows)) {
      if (refs.length > 0) throw new Refusal('issue_not_found', { field: 'blockedBy' });
    }
    const { projectId = null, goalId = null } = template;
    for (const { assigneeAgentId, labelIds = [] } of [template, ...rows]) {
      const assignee = assigneeAfter(unassigned, { assigneeAgentId });
      // oxlint-disable-next-line no-await-in-loop -- one transaction, one statement after another
      await requireAllowed(companyId, 'todo', assignee, context);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await requirePlace(context.db, companyId, { projectId, goalId, labelIds });
    }
  });

const rowsOf = ({ children = [] }: RoutineTemplate): ChildRow[] =>
  children.map(({ priority = 'medium', ...child }) => ({ status: 'todo', priority, ...child }));

/** Makes the issue, and its children, by the code of a request for each. */
export async function makeIssue(
  template: RoutineTemplate,
  companyId: string,
  context: IssuesContext,
  { createIssue, createChildren }: Makers,
): Promise<string> {
  const { children: _, priority = 'medium', ...fields } = template;
  const wanted = { status: 'todo', priority, ...fields } as const;
  const { id } = await createIssue({ companyId, ...wanted }, context);
  const children = rowsOf(template);
  if (children.length > 0) await createChildren({ issueId: id, children }, context);
  return id;
}
