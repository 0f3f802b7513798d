/** The fields of each record that suffice to choose among many, and to see how they stand. */
import type { z } from 'zod';
import { Company } from './agents/company.ts';
import { Agent } from './agents/records.ts';
import { Approval } from './approvals/records.ts';
import { CostEvent } from './billing/records.ts';
import { HeartbeatContext } from './composed/heartbeat-context.ts';
import { Activity } from './event-log-operations.ts';
import { JoinRequest } from './gateway/invite-records.ts';
import { Webhook } from './gateway/webhooks.ts';
import { Goal, Project } from './issues/planning-records.ts';
import { Comment } from './issues/comment-records.ts';
import { IssueSummary } from './issues/records.ts';
import { Run } from './scheduler/records.ts';

interface CompactForm {
  readonly of: z.ZodObject;
  readonly fields: readonly string[];
  /** The form of one record that is read by itself, and not of one among many. */
  readonly isWhole?: true;
}

const form = <R extends z.ZodObject>(
  of: R,
  fields: readonly (keyof R['shape'] & string)[],
): CompactForm => ({ of, fields });

export const compactIssueFields = [
  'id',
  'identifier',
  'title',
  'status',
  'priority',
  'assigneeAgentId',
  'assigneeUserId',
  'parentId',
  'projectId',
  'updatedAt',
] as const;

export const compactForms: readonly CompactForm[] = [
  form(IssueSummary, compactIssueFields),
  form(Comment, ['id', 'body', 'authorName', 'authorAgentId', 'authorUserId', 'createdAt']),
  form(Project, ['id', 'name', 'urlKey', 'status', 'goalId', 'leadAgentId', 'targetDate']),
  form(Goal, ['id', 'title', 'level', 'status', 'parentId', 'ownerAgentId']),
  form(Company, ['id', 'name', 'issuePrefix', 'status', 'budgetMonthlyCents', 'spentMonthlyCents']),
  form(Agent, [
    'id',
    'name',
    'urlKey',
    'role',
    'title',
    'status',
    'pauseReason',
    'reportsTo',
    'adapterType',
    'budgetMonthlyCents',
    'spentMonthlyCents',
  ]),
  form(Run, [
    'id',
    'agentId',
    'status',
    'source',
    'issueId',
    'startedAt',
    'finishedAt',
    'errorCode',
    'resultSummary',
    'warnings',
    'createdAt',
  ]),
  form(Approval, [
    'id',
    'type',
    'status',
    'requestedByAgentId',
    'requestedByUserId',
    'decisionNote',
    'revision',
    'createdAt',
  ]),
  form(CostEvent, [
    'id',
    'agentId',
    'costCents',
    'provider',
    'model',
    'priceStatus',
    'issueId',
    'runId',
    'occurredAt',
  ]),
  form(Activity, [
    'service',
    'seq',
    'actorName',
    'action',
    'entityType',
    'entityId',
    'agentId',
    'createdAt',
  ]),
  form(JoinRequest, ['id', 'status', 'agentId', 'agentName', 'role', 'createdAt']),
  {
    // The fields of the issue are under `issue`.
    ...form(HeartbeatContext, [
      'issue',
      'project',
      'goal',
      'ancestors',
      'truncated',
      'allowedTransitions',
      'hold',
      'comments',
      'documents',
      'blockers',
      'openChildren',
      'endedWait',
      'questions',
      'approvals',
      'budget',
      'unavailable',
    ]),
    isWhole: true,
  },
  form(Webhook, ['id', 'url', 'events', 'status', 'disabledReason']),
];
