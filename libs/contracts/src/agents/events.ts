/** Events of the agents service: whole snapshots, never secrets. */
import { z } from 'zod';
import { ReviewEvidence, ReviewPolicy } from '../review-policy.ts';
import { Permissions } from './records.ts';
import { TimedRuntimeConfig } from './runtime-config.ts';
import { event } from '../define.ts';
import {
  AdapterType,
  AgentRole,
  AgentStatus,
  CompanyStatus,
  Id,
  JsonObject,
  PauseReason,
  Timestamp,
  Version,
} from '../vocabulary.ts';

/** What other services copy of a company; in every event about a company. */
export const CompanySnapshot = z.object({
  companyId: Id,
  name: z.string(),
  issuePrefix: z.string(),
  status: CompanyStatus,
  budgetMonthlyCents: z.int(),
  requireBoardApprovalForNewAgents: z.boolean(),
  reviewRequired: z.boolean(),
  /** Left out by the release before, which keeps it as it is. */
  approvalsNeedAnother: z.boolean().optional(),
  /** The same. */
  stopsEndedWork: z.boolean().optional(),
  /** The same. */
  reopenDays: z.int().optional(),
  /** The same, and so are the next three. */
  reviewPolicy: ReviewPolicy.optional(),
  reviewerAgentId: Id.nullable().optional(),
  reviewEvidence: ReviewEvidence.optional(),
  maxReviewRounds: z.int().optional(),
  timeZone: z.string(),
  /**
   * From when on a changed time zone counts: its first month, and the moment at which that month
   * begins by the zone before. Left out by the release before, and until the zone first changes.
   */
  timeZoneFrom: z.object({ at: Timestamp, month: z.string().regex(/^\d{4}-\d{2}$/) }).optional(),
  version: Version,
});

/** What other services copy of an agent, without secrets; in every event about an agent. */
export const AgentSnapshot = z.object({
  agentId: Id,
  name: z.string(),
  urlKey: z.string(),
  role: AgentRole,
  title: z.string().nullable(),
  status: AgentStatus,
  pauseReason: PauseReason.nullable(),
  reportsTo: Id.nullable(),
  adapterType: AdapterType,
  runtimeConfig: TimedRuntimeConfig,
  permissions: Permissions,
  budgetMonthlyCents: z.int(),
  version: Version,
});
export type CompanySnapshot = z.output<typeof CompanySnapshot>;
export type AgentSnapshot = z.output<typeof AgentSnapshot>;

const companyEvent = (summary: string) =>
  event({ entity: 'company', version: 1, summary, payload: CompanySnapshot });
const agentEvent = (summary: string) =>
  event({ entity: 'agent', version: 1, summary, payload: AgentSnapshot });

export const agentsEvents = {
  'company.created': companyEvent('A company was created.'),
  'company.updated': companyEvent('Settings of a company changed.'),
  'company.stopped': companyEvent('A company was paused, and its live runs are cancelled.'),
  'agent.created': agentEvent('The board added an agent.'),
  'agent.hired': agentEvent('An agent was hired without an approval.'),
  'agent.hire_requested': event({
    entity: 'agent',
    version: 1,
    summary: 'A hire waits for the board.',
    payload: AgentSnapshot.extend({
      approvalId: Id,
      requestedByAgentId: Id.nullable(),
      requestedByUserId: Id.nullable(),
      sourceIssueIds: z.array(Id),
      /** The hire as requested, secrets masked: what the board reads. */
      hire: JsonObject,
    }),
  }),
  'agent.activated': agentEvent('A hire was approved; the agent may work.'),
  'agent.updated': event({
    entity: 'agent',
    version: 1,
    summary: 'The configuration, manager or budget of an agent changed.',
    payload: AgentSnapshot.extend({ changedKeys: z.array(z.string()) }),
  }),
  'agent.paused': agentEvent('An agent was paused, for the reason in pauseReason.'),
  'agent.resumed': agentEvent('A paused agent may work again.'),
  'agent.terminated': agentEvent('An agent was terminated, or its hire was rejected.'),
} as const;

type AgentSnapshotEvent = Extract<keyof typeof agentsEvents, `agent.${string}`>;

/** The events that carry the whole snapshot of an agent: a copy follows all of them. */
export const agentSnapshotEvents = Object.keys(agentsEvents).filter(
  (name): name is AgentSnapshotEvent => name.startsWith('agent.'),
);
