/**
 * Makes a row of an import: requests to the services that own the thing, as the person who imports, each with an id
 * that follows from the row. So what is repeated after a kill has its effect once.
 */
import {
  agents,
  issues,
  Refusal,
  type Contract,
  type OperationName,
  type Output,
  type UserActor,
} from '@muster/contracts';
import { childTraceparent, type Rpc } from '@muster/service-kit';
import { ask } from '../../upstream/ask.ts';
import type { CallContext } from '../../upstream/composed-call.ts';
import type {
  AgentStep,
  GoalStep,
  ProjectStep,
  Reference,
  SkillStep,
  Step,
  StepKind,
  TaskStep,
} from '../domain/steps.ts';
import type { EndedRow } from '../store/package-import-rows.ts';

export interface Making {
  readonly rpc: Rpc;
  readonly actor: UserActor;
  readonly companyId: string;
  readonly rowId: string;
  /** What the import has made. */
  readonly made: (kind: StepKind, slug: string) => string | undefined;
}

type Asking = <C extends Contract, N extends OperationName<C>>(
  contract: C,
  name: N,
  input: object,
) => Promise<Output<C, N>>;

export function makeStep(making: Making, step: Step): Promise<EndedRow> {
  const send = asking(making);
  switch (step.kind) {
    case 'skill':
      return makeSkill(send, making, step);
    case 'agent':
      return makeAgent(send, making, step);
    case 'goal':
      return makeGoal(send, making, step);
    case 'project':
      return makeProject(send, making, step);
    case 'task':
      return makeTask(send, making, step);
    default:
      return step satisfies never;
  }
}

/**
 * The requests of a row are always the same ones in the same order. Their ids are keys, so that the answer to an
 * earlier attempt is found before the name of what that has made is found taken.
 */
function asking({ rpc, actor, rowId }: Making): Asking {
  let number = 0;
  return async <C extends Contract, N extends OperationName<C>>(
    contract: C,
    name: N,
    input: object,
  ) => {
    number += 1;
    const requestId = `${rowId.slice(0, -2)}${number.toString(16).padStart(2, '0')}`;
    const traceparent = childTraceparent(undefined);
    const call = { actor, requestId, traceparent, idempotencyKey: requestId } as CallContext;
    const { body } = await ask(rpc, contract, name, input, call);
    return JSON.parse(body.toString()) as Output<C, N>;
  };
}

const done = (thingId: string, code: string | null = null): EndedRow => ({
  status: code === null ? 'done' : 'partial',
  code,
  thingId,
});

/** Who reports to somebody, or is a part of something, is not made without it. */
const lacks = ({ made }: Making, kind: StepKind, to: Reference | null): boolean =>
  to !== null && optional({ made }, kind, to) === null;
const withoutReference: EndedRow = { status: 'refused', code: 'reference_refused', thingId: null };

const optional = (
  { made }: Pick<Making, 'made'>,
  kind: StepKind,
  to: Reference | null,
): string | null => {
  if (to === null) return null;
  return 'id' in to ? to.id : (made(kind, to.slug) ?? null);
};

async function makeSkill(send: Asking, { companyId }: Making, { thing }: SkillStep) {
  const { slug: skill, files } = thing;
  // Version 0: what somebody has stored meanwhile stays.
  const { id } = await send(agents, 'setSkill', { companyId, skill, files, ifVersion: 0 });
  return done(id);
}

/** It is paused before it has anything to do, and without a timer. */
async function makeAgent(send: Asking, making: Making, { thing, reportsTo }: AgentStep) {
  const { companyId } = making;
  if (lacks(making, 'agent', reportsTo)) return withoutReference;
  const { name, role, title, icon, capabilities, budgetMonthlyCents, adapter, ...rest } = thing;
  const { type: adapterType, ...adapterConfig } = adapter ?? {};
  const { id: agentId } = await send(agents, 'createAgent', {
    companyId,
    name,
    role,
    title,
    icon,
    capabilities,
    budgetMonthlyCents,
    reportsTo: optional(making, 'agent', reportsTo),
    ...(adapter ? { adapterType, adapterConfig } : {}),
    runtimeConfig: { heartbeat: { enabled: false } },
  });
  await send(agents, 'pauseAgent', { agentId });
  let code: string | null = null;
  const also = async (request: Promise<unknown>): Promise<void> => {
    code ??= await codeOf(request);
  };
  if (rest.instructions !== '') {
    await also(send(agents, 'setInstructions', { agentId, body: rest.instructions }));
  }
  if (rest.skills.length > 0) {
    await also(send(agents, 'setAgentSkills', { agentId, skills: rest.skills }));
  }
  return done(agentId, code);
}

/** The code of a refusal that stays one; what may pass is thrown. */
async function codeOf(request: Promise<unknown>): Promise<string | null> {
  try {
    await request;
    return null;
  } catch (error) {
    if (isPassing(error)) throw error;
    return (error as Refusal).code;
  }
}

export const isPassing = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.code === 'request_in_progress';

async function makeGoal(send: Asking, making: Making, { thing, parent, owner }: GoalStep) {
  if (lacks(making, 'goal', parent)) return withoutReference;
  const { title, description, level, status } = thing;
  const { id } = await send(issues, 'createGoal', {
    companyId: making.companyId,
    title,
    description,
    level,
    status,
    parentId: optional(making, 'goal', parent),
    ownerAgentId: optional(making, 'agent', owner),
  });
  return done(id);
}

async function makeProject(send: Asking, making: Making, { thing, lead, goals }: ProjectStep) {
  const { name, description, status, targetDate, color } = thing;
  const { id } = await send(issues, 'createProject', {
    companyId: making.companyId,
    name,
    description,
    status,
    targetDate,
    color,
    leadAgentId: optional(making, 'agent', lead),
    goalIds: goals.flatMap((goal) => optional(making, 'goal', goal) ?? []),
  });
  return done(id);
}

/** An issue of the backlog, or a routine that is paused: neither wakes anybody. */
async function makeTask(
  send: Asking,
  making: Making,
  { thing, assignee, project, goal }: TaskStep,
) {
  const { companyId } = making;
  const { title, description, priority, name, routine } = thing;
  const template = {
    title,
    description,
    ...(priority === null ? {} : { priority }),
    assigneeAgentId: optional(making, 'agent', assignee),
    projectId: optional(making, 'project', project),
    goalId: optional(making, 'goal', goal),
  };
  if (!routine) {
    const { id } = await send(issues, 'createIssue', { companyId, ...template, status: 'backlog' });
    return done(id);
  }
  const { schedule, ...rules } = routine;
  const { id } = await send(issues, 'createRoutine', {
    companyId,
    name,
    template,
    ...rules,
    clock: clockOf(schedule),
    status: 'paused',
  });
  return done(id);
}

function clockOf(schedule: NonNullable<TaskStep['thing']['routine']>['schedule']) {
  if (!schedule) return { kind: 'none' };
  return 'cron' in schedule
    ? { kind: 'cron', expression: schedule.cron, zone: schedule.zone }
    : { kind: 'interval', everySec: schedule.everySec };
}
