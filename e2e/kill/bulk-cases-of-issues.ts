/** The bulk effects of the issues service. */
import { agents, issues } from '@muster/contracts';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import type { BulkCase } from './bulk-case.ts';
import { fillIssues } from './bulk-rows.ts';

export const bulkCasesOfIssues: readonly BulkCase[] = [
  {
    name: 'free_work_of_agent',
    service: 'issues',
    events: ['issue.released', 'issue.assigned'],
    table: 'issues.issues',
    which: 'company_id = $1 and assignee_agent_id is not null',
    order: 'status, priority, updated_at, id',
    prepare: async (world) => {
      const { board } = world;
      const { id: companyId } = await createCompany(board);
      const { id: agentId } = await addAgent(board, companyId);
      await fillIssues(world, 500, { companyId, agentId });
      return { companyId, cause: () => board.call(agents, 'terminateAgent', { agentId }) };
    },
  },
  {
    name: 'announce_unblocked',
    service: 'issues',
    events: ['issue.unblocked'],
    table: 'issues.issues',
    which: `company_id = $1 and blocked_by_issue_ids <> '{}' and not exists (
      select from issues.events e
      where e.company_id = $1 and e.type = 'issue.unblocked' and e.entity_id = issues.id)`,
    order: 'id',
    prepare: async (world) => {
      const { board } = world;
      const { id: companyId } = await createCompany(board);
      const blocker = { companyId, title: 'Blocks many' };
      const { id: blockerId } = await board.call(issues, 'createIssue', blocker);
      await fillIssues(world, 500, { companyId, agentId: null, blockerId });
      const ended = { issueId: blockerId, status: 'cancelled' as const };
      return { companyId, cause: () => board.call(issues, 'updateIssue', ended) };
    },
  },
  {
    name: 'change_issues',
    service: 'issues',
    events: ['issue.updated'],
    table: 'issues.issues',
    which: `company_id = $1 and priority <> 'high'`,
    order: 'issue_number',
    prepare: async (world) => {
      const { board } = world;
      const { id: companyId } = await createCompany(board);
      const { id: agentId } = await addAgent(board, companyId);
      // A step is one issue.
      await fillIssues(world, 3, { companyId, agentId });
      const change = { companyId, filter: {}, change: { priority: 'high' as const } };
      return { companyId, cause: () => board.call(issues, 'changeIssues', change) };
    },
  },
  {
    name: 'announce_holds',
    service: 'issues',
    events: ['issue.held'],
    table: 'issues.issues',
    which: `company_id = $1 and not exists (
      select from issues.events e
      where e.company_id = $1 and e.type = 'issue.held' and e.entity_id = issues.id)`,
    order: 'issue_number',
    prepare: async (world) => {
      const { board } = world;
      const { id: companyId } = await createCompany(board);
      const { id: projectId } = await board.call(issues, 'createProject', {
        companyId,
        name: 'All',
      });
      const { id: agentId } = await addAgent(board, companyId);
      await fillIssues(world, 500, { companyId, agentId, projectId });
      const hold = { projectId, reason: 'A freeze' };
      return { companyId, cause: () => board.call(issues, 'holdProject', hold) };
    },
  },
  {
    name: 'remove_label',
    service: 'issues',
    events: [],
    table: 'issues.issues',
    which: `company_id = $1 and label_ids <> '{}'`,
    order: 'status, priority, updated_at, id',
    prepare: async (world) => {
      const { board } = world;
      const { id: companyId } = await createCompany(board);
      const { id: agentId } = await addAgent(board, companyId);
      const label = { companyId, name: 'Old', color: '#112233' };
      const { id: labelId } = await board.call(issues, 'createLabel', label);
      await fillIssues(world, 1_250, { companyId, agentId, labelId });
      return { companyId, cause: () => board.call(issues, 'deleteLabel', { labelId }) };
    },
  },
];
