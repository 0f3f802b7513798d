/** Every status, every requested status and every kind of caller, through NATS. */
import { approvals, Refusal, type Actor, type Issue, type IssueStatus } from '@muster/contracts';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allStatuses } from '../src/domain/issue-machine.ts';
import { issuesService } from '../src/service.ts';
import { type KindOfCaller, kindsOfCaller, verdictOf } from './fixtures/issue-verdicts.ts';
import { addMember, approvedStrategy, type IssuesStage, openTeam, type Team } from './team.ts';

let stage: IssuesStage;
/** Two equal companies; the CEO of the second has an approved strategy. */
let before: Team;
let after: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  before = await openTeam(stage);
  after = await openTeam(stage);
  const { companyId, ceo } = after;
  await stage.receive(approvals, 'approval.approved', approvedStrategy(companyId, ceo.id));
});
afterAll(() => stage.close());

interface Scene {
  readonly of: Team;
  readonly caller: Actor;
  /** Assigns the issue to Ann, or to the CEO. */
  readonly assigner: Actor;
  readonly isOfCeo?: boolean;
  readonly isBlocked?: boolean;
}

const sceneOf = (kind: KindOfCaller): Scene => {
  const { board, ann, manager, stranger, ceo } = before;
  const scene = (caller: Actor): Scene => ({ of: before, caller, assigner: manager });
  switch (kind) {
    case 'board':
      return scene(board);
    case 'owner':
      return scene(ann);
    case 'manager':
      return scene(manager);
    case 'other':
      return scene(stranger);
    case 'ceoBeforeStrategy':
      return scene(ceo);
    case 'ceoAfterStrategy':
      return { of: after, caller: after.ceo, assigner: after.manager };
    case 'ownerAssignedFromOutside':
      return { of: before, caller: ann, assigner: board };
    case 'ownerBlocked':
      return { ...scene(ann), isBlocked: true };
    case 'boardBlocked':
      return { ...scene(board), isBlocked: true };
    case 'otherForCeo':
      return { of: before, caller: stranger, assigner: board, isOfCeo: true };
    default:
      return kind satisfies never;
  }
};

async function makeIssue(
  { of, assigner, isOfCeo, isBlocked }: Scene,
  title: string,
  status: IssueStatus,
): Promise<Issue> {
  const { companyId, board } = of;
  const assigneeAgentId = (isOfCeo ? of.ceo : of.ann).id;
  const issue = await stage.as(assigner).createIssue({ companyId, title, status, assigneeAgentId });
  if (!isBlocked) return issue;
  const blocker = await stage.as(board).createIssue({ companyId, title: 'First' });
  return stage.as(board).updateIssue({ issueId: issue.id, blockedByIssueIds: [blocker.id] });
}

const move = async (caller: Actor, { id: issueId }: Issue, status: IssueStatus) => {
  try {
    const { status: reached, version } = await stage.as(caller).updateIssue({ issueId, status });
    return { answer: 'yes', reached, version };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status: reached, version } = await stage.as(caller).getIssue({ issueId });
    return { answer: error.code, reached, version };
  }
};

describe('updateIssue', () => {
  it.each(kindsOfCaller)('answers every move requested by: %s', async (kind) => {
    const scene = sceneOf(kind);
    const { caller } = scene;
    for (const from of allStatuses) {
      await Promise.all(
        allStatuses.map(async (to) => {
          const issue = await makeIssue(scene, `${from} to ${to}`, from);
          const { allowedTransitions } = await stage.as(caller).getIssue({ issueId: issue.id });
          const verdict = verdictOf(from, to, kind);
          const moved = verdict === 'yes' && from !== to;
          const allowed = { from, to, isAllowed: allowedTransitions.includes(to) };
          expect(allowed).toEqual({ from, to, isAllowed: moved });
          expect({ from, to, ...(await move(caller, issue, to)) }).toEqual({
            from,
            to,
            answer: verdict,
            reached: moved ? to : from,
            version: issue.version + (moved ? 1 : 0),
          });
        }),
      );
    }
  });
});

describe('allowedTransitions', () => {
  const scenes: [string, (of: Team) => Promise<{ companyId: string; fields: object }>][] = [
    ['an unassigned issue', async ({ companyId }) => ({ companyId, fields: {} })],
    [
      'an issue of a board user',
      async (of) => ({
        companyId: of.companyId,
        fields: { assigneeUserId: (await addMember(stage, of)).id },
      }),
    ],
    [
      'an issue of a paused agent',
      async ({ companyId }) => {
        const { agentId } = await stage.given.agent(companyId, { status: 'paused' });
        return { companyId, fields: { assigneeAgentId: agentId } };
      },
    ],
    [
      'a company without reviews',
      async ({ companyId, ann }) => ({
        companyId,
        fields: { assigneeAgentId: ann.id },
      }),
    ],
    [
      'a paused company',
      async ({ companyId, ann }) => ({
        companyId,
        fields: { assigneeAgentId: ann.id },
      }),
    ],
  ];

  it.each(scenes)('are exactly the moves that an update accepts: %s', async (name, sceneIn) => {
    const of = await openTeam(stage, {
      reviewRequired: name !== 'a company without reviews',
      status: name === 'a paused company' ? 'paused' : 'active',
    });
    const { companyId, fields } = await sceneIn(of);
    const createWith = async (from: IssueStatus): Promise<Issue | undefined> => {
      try {
        const input = { companyId, title: from, status: from, ...fields };
        return await stage.as(of.board).createIssue(input);
      } catch {
        // Unassigned work, and work of an agent that may not work, is never in progress.
        return undefined;
      }
    };
    for (const from of allStatuses) {
      for (const caller of [of.board, of.ann, of.manager, of.stranger]) {
        const accepted = await Promise.all(
          allStatuses.map(async (to) => {
            const issue = await createWith(from);
            if (!issue || from === to) return undefined;
            const { allowedTransitions } = await stage.as(caller).getIssue({ issueId: issue.id });
            const { answer } = await move(caller, issue, to);
            const allowed = allowedTransitions.includes(to) ? 'yes' : 'no';
            const done = answer === 'yes' ? 'yes' : 'no';
            return [`${from} to ${to}: ${allowed}`, `${from} to ${to}: ${done}`];
          }),
        );
        expect(accepted.map((one) => one?.[0])).toEqual(accepted.map((one) => one?.[1]));
      }
    }
  });
});
