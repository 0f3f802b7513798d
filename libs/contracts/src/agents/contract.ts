/** Companies, agents and the reporting tree. */
import { z } from 'zod';
import { erasureEvents, erasureOperations } from './erasure.ts';
import { changeEvents, changeOperations } from './changes.ts';
import { configurationOperations } from './configuration.ts';
import { agentsEvents } from './events.ts';
import { instructionsEvents, instructionsOperations } from './instructions.ts';
import { agentOperations, everyCopy, everyCopyAfterBudget } from './operations.ts';
import { MAX_REVIEW_ROUNDS, ReviewPolicy } from '../review-policy.ts';
import { Company, companySettings, REOPEN_DAYS } from './company.ts';
import { TimeZone } from '../cron.ts';
import { secretEvents, secretOperations } from './secrets.ts';
import { skillEvents, skillOperations } from './skills.ts';
import { contract, operation } from '../define.ts';
import { Cents, CompanyStatus, ifVersion, page, PathId, Text } from '../vocabulary.ts';

export { CONFIG_REVISIONS_KEPT } from './configuration.ts';
export * from './events.ts';
export * from './instructions.ts';
export * from './created-agent.ts';
export * from './company.ts';
export { CompanyErasure, ERASURE_GRACE_DAYS } from './erasure.ts';
export * from './records.ts';
export * from './runtime-config.ts';
export * from './secrets.ts';
export * from './skills.ts';
export * from './stopped-agents.ts';

const { reviewerAgentId: _, ...settingsOfNew } = companySettings;

const companyOperations = {
  createCompany: operation({
    http: 'POST /api/companies',
    summary: 'Create a company. Instance admins only.',
    who: ['board'],
    needs: 'instance_admin',
    status: 201,
    location: '/api/companies/:companyId',
    input: z.object({
      ...settingsOfNew,
      description: Text.default(''),
      budgetMonthlyCents: Cents.default(0),
      requireBoardApprovalForNewAgents: z.boolean().default(true),
      timeZone: TimeZone.default('UTC'),
      reviewRequired: z.boolean().default(true),
      approvalsNeedAnother: companySettings.approvalsNeedAnother.default(false),
      stopsEndedWork: companySettings.stopsEndedWork.default(true),
      reopenDays: companySettings.reopenDays.default(REOPEN_DAYS),
      reviewPolicy: ReviewPolicy.exclude(['named'])
        .default('anyone')
        .describe(
          'Who gives the verdict on work in review; it has no agent yet that could be named.',
        ),
      reviewEvidence: companySettings.reviewEvidence.default('none'),
      maxReviewRounds: companySettings.maxReviewRounds.default(MAX_REVIEW_ROUNDS),
    }),
    output: Company,
    refusals: [],
    emits: ['company.created'],
    settles: everyCopy,
  }),
  listCompanies: operation({
    http: 'GET /api/companies',
    summary: 'The companies that the caller belongs to.',
    who: ['agent', 'board'],
    input: z.object({ ...page }),
    output: z.array(Company),
    paged: true,
    refusals: [],
  }),
  getCompany: operation({
    http: 'GET /api/companies/:companyId',
    summary: 'One company.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId }),
    output: Company,
    refusals: [],
  }),
  updateCompany: operation({
    http: 'PATCH /api/companies/:companyId',
    summary: 'Change the settings of a company.',
    who: ['board'],
    needs: 'owner',
    input: z
      .object({ ...companySettings, status: CompanyStatus })
      .partial()
      .extend({ companyId: PathId, ...ifVersion }),
    output: Company,
    refusals: ['agent_not_found', 'agent_not_assignable', 'company_being_erased'],
    emits: ['company.updated'],
    settles: everyCopyAfterBudget,
  }),
  stopCompany: operation({
    http: 'POST /api/companies/:companyId/stop',
    summary:
      'Emergency stop: pause a company and cancel all of its live runs. Their wake-ups wait until ' +
      'the company is active again; a repeat stops what is live then.',
    who: ['board'],
    needs: 'manage_agents',
    input: z.object({ companyId: PathId }),
    output: Company,
    refusals: [],
    emits: ['company.updated', 'company.stopped'],
    settles: everyCopy,
  }),
  updateCompanyBudget: operation({
    http: 'PATCH /api/companies/:companyId/budgets',
    summary: 'Set the monthly budget of a company; 0 is no limit.',
    who: ['board'],
    needs: 'manage_budgets',
    input: z.object({ companyId: PathId, budgetMonthlyCents: Cents, ...ifVersion }),
    output: Company,
    refusals: ['company_being_erased'],
    emits: ['company.updated'],
    settles: everyCopyAfterBudget,
  }),
} as const;

export const agents = contract({
  name: 'agents',
  summary: 'Companies, their settings, agents and the reporting tree.',
  operations: {
    ...companyOperations,
    ...erasureOperations,
    ...agentOperations,
    ...configurationOperations,
    ...instructionsOperations,
    ...skillOperations,
    ...changeOperations,
    ...secretOperations,
  },
  states: ['company.created', 'agent.created', 'secret.created'],
  events: {
    ...agentsEvents,
    ...erasureEvents,
    ...instructionsEvents,
    ...skillEvents,
    ...changeEvents,
    ...secretEvents,
  },
});
