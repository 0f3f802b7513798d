/** Fixtures that several tests of this service use. */
import {
  Refusal,
  agents,
  issues,
  scheduler,
  Usage,
  type AgentSnapshot,
  type billing,
  type CompanySnapshot,
  type EventRecord,
  type RunStatus,
} from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anIssue, type Stage } from '@muster/test-kit';

export type BillingStage = Stage<typeof billing>;

/** A report of a cost with valid defaults. */
export const aCost = (companyId: string, agentId: string, costCents: number) => ({
  companyId,
  agentId,
  costCents,
  provider: 'acme',
  model: 'm-1',
});

export const eventsOf = async (stage: BillingStage, entityId: string): Promise<EventRecord[]> =>
  (await stage.emitted()).filter((event) => event.entityId === entityId);

export const typesOf = (events: readonly EventRecord[]): string[] => events.map(({ type }) => type);

/** Receives a new limit, as the agents service emits it. */
export const limitAgent = (
  stage: BillingStage,
  companyId: string,
  agent: AgentSnapshot,
  budgetMonthlyCents: number,
): Promise<void> => {
  agent.version += 1;
  return stage.receive(agents, 'agent.resumed', {
    companyId,
    entityId: agent.agentId,
    payload: { ...agent, budgetMonthlyCents },
  });
};

export const changeCompany = (
  stage: BillingStage,
  company: CompanySnapshot,
  changes: Partial<CompanySnapshot>,
): Promise<void> => {
  Object.assign(company, changes, { version: company.version + 1 });
  const { companyId } = company;
  return stage.receive(agents, 'company.updated', {
    companyId,
    entityId: companyId,
    payload: company,
  });
};

export async function givenIssue(
  stage: BillingStage,
  companyId: string,
  of: { projectId?: string; goalId?: string } = {},
): Promise<string> {
  const issueId = newId();
  await stage.receive(issues, 'issue.created', {
    companyId,
    entityId: issueId,
    payload: { ...anIssue({ issueId }), ...of },
  });
  return issueId;
}

interface RunReport {
  readonly companyId: string;
  readonly agentId: string;
  readonly runId: string;
  readonly issueId?: string;
  readonly usage: Partial<Usage> | null;
}

const runOf = ({ runId, agentId, issueId = '', usage }: RunReport) => ({
  runId,
  agentId,
  source: 'timer' as const,
  epoch: 1,
  issueId: issueId || null,
  errorCode: null,
  usage: usage && Usage.parse(usage),
});

/** A run that has ended may report, too. */
export const reportUsage = (
  stage: BillingStage,
  report: RunReport,
  status: RunStatus = 'running',
): Promise<void> =>
  stage.receive(scheduler, 'run.usage_reported', {
    companyId: report.companyId,
    entityId: report.runId,
    payload: { ...runOf(report), status },
  });

export const finishRun = (
  stage: BillingStage,
  report: RunReport,
  status: RunStatus = 'succeeded',
): Promise<void> =>
  stage.receive(scheduler, 'run.finished', {
    companyId: report.companyId,
    entityId: report.runId,
    payload: {
      ...runOf(report),
      status,
      wasStarted: true,
      startedAt: null,
      finishedAt: new Date().toISOString(),
    },
  });

export interface Sums {
  readonly month: string;
  readonly spentCents: number;
  readonly reservedCents: number;
}

export const monthsOf = (stage: BillingStage, agentId: string): Promise<Sums[]> =>
  stage.db.run<Sums>({
    text: `select month, spent_cents, reserved_cents from agent_months
      where agent_id = $1 order by month`,
    values: [agentId],
  });

export async function givenProject(stage: BillingStage, companyId: string, name: string) {
  const payload = {
    projectId: newId(),
    name,
    status: 'planned' as const,
    goalIds: [],
    version: 1,
  };
  await stage.receive(issues, 'project.created', {
    companyId,
    entityId: payload.projectId,
    payload,
  });
  return payload;
}

/** Whether there was an answer: without one, a client repeats the request. */
export async function isBooked(report: () => Promise<unknown>): Promise<boolean> {
  try {
    await report();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return false;
    throw error;
  }
}
