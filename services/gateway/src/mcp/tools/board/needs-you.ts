import { Id, type Approval } from '@muster/contracts';
import { z } from 'zod';
import { company, companyOf } from '../../company-of.ts';
import { minuteOf } from '../../domain/author.ts';
import { cut, fit } from '../../domain/fit.ts';
import { rowFields, showRow } from '../../show-issue.ts';
import { reads, tool, type ToolCall } from '../../tool.ts';

const MAX_BYTES = 6_000;
const LISTED = 20;

export const needsYou = tool({
  name: 'needs_you',
  description:
    'What waits for the board: pending approvals, your issues, what is stale or has failed. ' +
    '`approval`: that request whole, to be read before a decision.',
  input: z.strictObject({ company, approval: Id.optional().describe('id') }),
  hints: reads,
  run: ({ company: named, approval }, call) =>
    approval === undefined ? list(named, call) : readWhole(approval, call),
});

async function list(named: string | undefined, call: ToolCall): Promise<string> {
  const { perform, actor } = call;
  const companyId = await companyOf(call, named);
  const [{ answer: dashboard }, pending, own] = await Promise.all([
    perform('getDashboard', { companyId }),
    perform('listApprovals', { companyId, status: ['pending'], limit: LISTED }),
    perform('listIssues', {
      companyId,
      assigneeUserId: 'me',
      status: ['todo', 'in_progress', 'in_review', 'blocked'],
      fields: [...rowFields],
      limit: LISTED,
    }),
  ]);
  const items = [
    ...pending.answer.map((approval) => ({ approval })),
    ...own.answer.map((issue) => ({ issue })),
  ];
  return fit<{ readonly approval?: Approval; readonly issue?: (typeof own.answer)[number] }>({
    maxBytes: MAX_BYTES,
    items,
    keep: 'first',
    build: (shown, textMax) => ({
      pendingApprovals: dashboard.pendingApprovals,
      staleIssues: dashboard.staleTasks.count,
      failedRunsOfLastDay: dashboard.runs.failedLastDay,
      agentsWithError: dashboard.agents.error || undefined,
      approvals: shown.flatMap(({ approval }) =>
        approval ? [showApproval(approval, textMax)] : [],
      ),
      issues: shown.flatMap(({ issue }) => (issue ? [showRow(issue, actor.id, textMax)] : [])),
      more:
        shown.length < items.length || pending.nextCursor || own.nextCursor
          ? 'decide these first, and call again'
          : undefined,
    }),
  });
}

async function readWhole(approvalId: string, { perform }: ToolCall): Promise<string> {
  const { answer: approval } = await perform('getApproval', { approvalId });
  return fit({
    maxBytes: MAX_BYTES,
    items: [],
    keep: 'first',
    build: (_, textMax) => ({
      ...showApproval(approval, textMax),
      said: {
        by: requesterOf(approval),
        request: cut(JSON.stringify(approval.payload), textMax),
        changes: cut(approval.changes && JSON.stringify(approval.changes), textMax),
        lastNote: cut(approval.decisionNote, textMax),
      },
    }),
  });
}

const showApproval = (approval: Approval, textMax: number) => ({
  approval: approval.id,
  type: approval.type,
  status: approval.status,
  revision: approval.revision,
  asked: minuteOf(approval.createdAt),
  said: { by: requesterOf(approval), title: cut(titleOf(approval), textMax) },
});

const requesterOf = ({ requestedByAgentId }: Approval): string =>
  requestedByAgentId === null ? 'board' : `agent ${requestedByAgentId}`;

function titleOf({ payload }: Approval): string | undefined {
  const title = payload['title'] ?? payload['name'];
  return typeof title === 'string' ? title : undefined;
}
