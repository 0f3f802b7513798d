import { issues, type Issue } from '@muster/contracts';
import type { Api } from '../demo/api.ts';
import { finder } from './find-or-make.ts';

export interface IssueOptions {
  readonly companyId: string;
  readonly engineerId: string;
  readonly goalId: string;
  readonly projectId: string;
}

/** An issue for the engineer, whose assignment wakes it, and four without an assignee. */
export async function makeIssues(
  api: Api,
  { companyId, engineerId, goalId, projectId }: IssueOptions,
): Promise<{ parentId: string; firstId: string; secondId: string }> {
  const { addComment, createIssue, listIssues } = issues.operations;
  const found = await api.call(listIssues, { companyId });
  const existing = finder<Pick<Issue, 'id' | 'title'>>(found as Issue[], ({ title }) => title);
  const common = { companyId, goalId, projectId };
  const parent = await existing.findOrMake(
    'Robots find their way around a moved shelf',
    async (title) => {
      const issue = await api.call(createIssue, {
        ...common,
        title,
        status: 'todo',
        priority: 'high',
        description: 'A shelf that was moved must not stop a robot for more than ten seconds.',
      });
      const body = 'Start with the simplest planner that works; we can measure it afterwards.';
      await api.call(addComment, { issueId: issue.id, body });
      return issue;
    },
  );
  const child = { ...common, parentId: parent.id };
  await existing.findOrMake('Record which shelves move most often', (title) =>
    api.call(createIssue, { ...child, title, priority: 'low' }),
  );
  await existing.findOrMake('Write the safety sheet for visitors', (title) =>
    api.call(createIssue, { companyId, title, status: 'todo' }),
  );
  const first = await existing.findOrMake('Measure the size of the path planner', (title) =>
    api.call(createIssue, {
      ...child,
      title,
      status: 'todo',
      priority: 'high',
      assigneeAgentId: engineerId,
      description: 'Count the lines of each file in your folder and write a report.',
    }),
  );
  const second = await existing.findOrMake('Measure the log of moved shelves', (title) =>
    api.call(createIssue, {
      ...child,
      title,
      status: 'todo',
      description: 'Count the lines again; the log grows.',
    }),
  );
  return { parentId: parent.id, firstId: first.id, secondId: second.id };
}
