/** What callers of the company itself are refused, by operation. */
import { isWrite, waitsWhilePaused } from '@muster/contracts';
import { exampleOf, type Input } from '../requests/inputs/example.ts';
import { idPositions, type IdPosition } from '../requests/inputs/ids.ts';
import { thingsOfNoCompany } from '../requests/inputs/things.ts';
import { routes, type Route } from '../requests/routes.ts';
import { ask, codeOf } from './answers.ts';
import type { InsiderKind } from './caller-kinds.ts';
import type { TenancyFixture } from './fixture.ts';

export interface Restriction {
  readonly name: string;
  readonly code: string;
  readonly route: Route;
  attempt(fixture: TenancyFixture, route: Route): Promise<{ status: number; code: unknown }>;
}

/** Refusals for an agent: of changing another agent, acting in its name, or lacking a role. */
const refusalOfAgent: Readonly<Record<string, string>> = {
  hireAgent: 'managers_only',
  updateAgent: 'not_your_agent',
  setInstructionsPath: 'not_your_agent',
  setInstructions: 'not_your_agent',
  rollBackConfig: 'not_your_agent',
  updateAgentBudget: 'not_your_report',
  pauseAgent: 'not_your_report',
  resumeAgent: 'not_your_report',
  createAgentKey: 'not_your_agent',
  listAgentKeys: 'not_your_agent',
  revokeAgentKey: 'not_your_agent',
  checkAgent: 'not_your_report',
  wakeAgent: 'not_your_agent',
  invokeHeartbeat: 'not_your_agent',
  ackWake: 'not_your_run',
  beatRun: 'not_your_run',
  finishRun: 'not_your_run',
  sendRunMessage: 'not_your_agent',
  takeRunMessages: 'not_your_run',
  recordCost: 'acting_as_another_agent',
  checkoutIssue: 'acting_as_another_agent',
  createApproval: 'ceo_only',
  writeCompanyDocument: 'ceo_only',
  resubmitApproval: 'not_the_requester',
  cancelApproval: 'not_the_requester',
  createInvite: 'ceo_only',
  listSecrets: 'managers_only',
  redactComment: 'not_the_author',
  redactIssueDocument: 'not_the_author',
  redactProjectDocument: 'not_the_author',
  redactCompanyDocument: 'not_the_author',
  redactFile: 'not_the_author',
  redactQuestion: 'not_the_author',
  redactWait: 'not_the_author',
  redactRunLog: 'not_the_author',
  redactApproval: 'not_the_author',
  redactApprovalComment: 'not_the_author',
  answerQuestion: 'question_not_yours',
  withdrawQuestion: 'question_not_yours',
  listAgentSkills: 'not_your_agent',
};

/** Writes allowed to every agent of a company, within the rules of the thing itself. */
const openToAgents = [
  'createIssue',
  'createChildren',
  'createWait',
  'cancelWait',
  'updateIssue',
  'releaseIssue',
  'reopenIssue',
  'addComment',
  'askQuestion',
  'writeIssueDocument',
  'uploadIssueFile',
  'writeProjectDocument',
  'createLabel',
  'updateLabel',
  'deleteLabel',
  'createProject',
  'updateProject',
  'createWorkspace',
  'updateWorkspace',
  'deleteWorkspace',
  'createGoal',
  'createRoutine',
  'updateGoal',
  'addApprovalComment',
  'linkIssueApproval',
  'unlinkIssueApproval',
  // Each of its tools performs operations, by their own rules.
  'callMcp',
];

/** Input that the rule needs besides the ids of the company. */
const inputs: Readonly<Record<string, Input>> = {
  createApproval: { type: 'approve_ceo_strategy', payload: { plan: 'Grow.' } },
};

const isOfCompany = ({ where, thing }: IdPosition): boolean =>
  where === 'path' && !thingsOfNoCompany.includes(thing);
const isForAgents = ({ operation }: Route): boolean => operation.who.includes('agent');
const isForBoard = ({ operation }: Route): boolean => operation.who.includes('board');
const isPublic = ({ operation }: Route): boolean => operation.who.includes('public');

/** Of an invite the gateway asks for the role of its maker, before the service is asked. */
const waitsForResumption = ({ name, operation }: Route): boolean =>
  waitsWhilePaused(operation) && name !== 'createInvite';

/** Routes about a company for its members, without those about a user's own tokens and sessions. */
const memberRoutes = routes.filter(
  (route) => isForBoard(route) && !isPublic(route) && idPositions(route).some(isOfCompany),
);

/** Writes open to agents that have no entry in the tables above. */
export const undecidedWrites: readonly string[] = routes
  .filter((route) => isForAgents(route) && isWrite(route.operation))
  .map(({ name }) => name)
  .filter((name) => !(name in refusalOfAgent) && !openToAgents.includes(name));

export function restrictionsOf(kind: InsiderKind): Restriction[] {
  const as = (route: Route, code: string): Restriction => ({
    name: route.name,
    code,
    route,
    attempt: (fixture) => attempt(fixture, route, kind),
  });
  if (kind === 'a viewer') {
    return memberRoutes
      .filter(({ operation }) => isWrite(operation))
      .map((route) => as(route, 'viewer_reads_only'));
  }
  if (kind === 'an operator without permissions') {
    return memberRoutes.flatMap((route) => {
      const { needs } = route.operation;
      if (needs === undefined) return [];
      return [as(route, needs === 'owner' ? 'owner_only' : 'permission_missing')];
    });
  }
  const boardOnly = routes
    .filter((route) => isForBoard(route) && !isForAgents(route) && !isPublic(route))
    .map((route) => as(route, 'board_only'));
  const ruled = routes.flatMap((route) => {
    const code = refusalOfAgent[route.name];
    if (kind === 'a paused agent' && waitsForResumption(route)) return [as(route, 'agent_paused')];
    return code === undefined ? [] : [as(route, code)];
  });
  return [...boardOnly, ...ruled];
}

async function attempt(fixture: TenancyFixture, route: Route, kind: InsiderKind) {
  const { http, victim, insiders } = fixture;
  const input = { ...exampleOf(route, victim.ids), ...inputs[route.name] };
  const answer = await ask(http, route, insiders[kind], input);
  return { status: answer.status, code: codeOf(answer) };
}
