/** People and agents of the company itself who may not do everything in it. */
import { isWrite } from '@muster/contracts';
import { exampleOf } from '../harness/inputs/example.ts';
import { idPositions } from '../harness/inputs/ids.ts';
import type { IdPosition } from '../harness/inputs/ids.ts';
import type { Input } from '../harness/inputs/example.ts';
import { routes } from '../harness/routes.ts';
import type { Route } from '../harness/routes.ts';
import { ask, codeOf } from './answers.ts';
import type { Stage } from './stage.ts';

export const insiderKinds = [
  'an agent without reports', 'a paused agent', 'a viewer', 'an operator without permissions',
] as const;
export type InsiderKind = (typeof insiderKinds)[number];

export type Restriction = {
  readonly name: string;
  readonly code: string;
  readonly route: Route;
  attempt(stage: Stage, route: Route): Promise<{ status: number; code: unknown }>;
};

/** What an agent may not do to another agent, or in its name, or because of its place. */
const ofAgents: Readonly<Record<string, string>> = {
  hireAgent: 'managers_only',
  updateAgent: 'not_your_agent',
  setInstructionsPath: 'not_your_agent',
  rollBackConfig: 'not_your_agent',
  updateAgentBudget: 'not_your_report',
  pauseAgent: 'not_your_report',
  resumeAgent: 'not_your_report',
  createAgentKey: 'not_your_agent',
  listAgentKeys: 'not_your_agent',
  revokeAgentKey: 'not_your_agent',
  wakeAgent: 'not_your_agent',
  invokeHeartbeat: 'not_your_agent',
  ackWake: 'not_your_run',
  beatRun: 'not_your_run',
  finishRun: 'not_your_run',
  recordCost: 'acting_as_another_agent',
  checkoutIssue: 'acting_as_another_agent',
  createApproval: 'ceo_only',
  resubmitApproval: 'not_the_requester',
  cancelApproval: 'not_the_requester',
  createInvite: 'ceo_only',
  listSecrets: 'managers_only',
};

/** Writes that every agent of a company may do, within the rules of the thing itself. */
const openToAgents = [
  'createIssue', 'updateIssue', 'releaseIssue', 'addComment', 'createLabel', 'deleteLabel',
  'createProject', 'updateProject', 'createWorkspace', 'updateWorkspace', 'deleteWorkspace',
  'createGoal', 'updateGoal', 'addApprovalComment', 'linkIssueApproval', 'unlinkIssueApproval',
];

/** What makes the rule apply, beside the ids of the company. */
const inputs: Readonly<Record<string, Input>> = {
  createApproval: { type: 'approve_ceo_strategy', payload: { plan: 'Grow.' } },
};

const isOfCompany = ({ where, thing }: IdPosition): boolean =>
  where === 'path' && !['user', 'boardToken', 'session'].includes(thing);
const isForAgents = ({ operation }: Route): boolean => operation.who.includes('agent');
const isForBoard = ({ operation }: Route): boolean => operation.who.includes('board');
const isPublic = ({ operation }: Route): boolean => operation.who.includes('public');

/** What members of a company call about it; their own tokens and sessions are their own. */
const ofMembers = routes.filter((route) =>
  isForBoard(route) && !isPublic(route) && idPositions(route).some(isOfCompany));

/** Writes that agents may call and that nobody has decided on here. */
export const unjudged: readonly string[] = routes
  .filter((route) => isForAgents(route) && isWrite(route.operation))
  .map(({ name }) => name)
  .filter((name) => !(name in ofAgents) && !openToAgents.includes(name));

export function restrictionsOf(kind: InsiderKind): Restriction[] {
  const as = (route: Route, code: string): Restriction => ({
    name: route.name, code, route, attempt: (stage) => attempt(stage, route, kind),
  });
  if (kind === 'a viewer') {
    return ofMembers
      .filter(({ operation }) => isWrite(operation))
      .map((route) => as(route, 'viewer_reads_only'));
  }
  if (kind === 'an operator without permissions') {
    return ofMembers.flatMap((route) => {
      const { needs } = route.operation;
      if (needs === undefined) return [];
      return [as(route, needs === 'owner' ? 'owner_only' : 'permission_missing')];
    });
  }
  const boardOnly = routes
    .filter((route) => isForBoard(route) && !isForAgents(route) && !isPublic(route))
    .map((route) => as(route, 'board_only'));
  const ruled = routes.flatMap((route) => {
    const code = ofAgents[route.name];
    return code === undefined ? [] : [as(route, code)];
  });
  return [...boardOnly, ...ruled];
}

async function attempt(stage: Stage, route: Route, kind: InsiderKind) {
  const { wire, victim, insiders } = stage;
  const input = { ...exampleOf(route, victim.ids), ...inputs[route.name] };
  const told = await ask(wire, route, insiders[kind], input);
  return { status: told.status, code: codeOf(told) };
}
