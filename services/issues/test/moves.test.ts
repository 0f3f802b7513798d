/** Every status, every status asked for, every kind of caller: through the subject. */
import { approvals, Refusal, type Actor, type Issue, type IssueStatus } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allStatuses } from '../src/domain/issue-machine.ts';
import { kindsOfCaller, verdictOf, type KindOfCaller } from '../src/domain/issue-verdicts.ts';
import { issuesService } from '../src/service.ts';
import { addMember, people, type IssuesStage, type People } from './people.ts';

let stage: IssuesStage;
/** Two companies alike; the second one's CEO has an approved strategy. */
let before: People;
let after: People;
beforeAll(async () => {
  stage = await openStage(issuesService);
  before = await people(stage);
  after = await people(stage);
  const { companyId, ceo } = after;
  const approvalId = newId();
  await stage.hear(approvals, 'approval.approved', {
    companyId, entityId: approvalId, payload: {
      approvalId, type: 'approve_ceo_strategy', status: 'approved', requestedByAgentId: ceo.id,
      requestedByUserId: null, agentId: null, issueIds: [], decisionNote: null, revision: 1,
      version: 2,
    },
  });
});
afterAll(() => stage.close());

interface Scene {
  readonly of: People;
  readonly caller: Actor;
  /** Who gives the issue to Ann. */
  readonly assigner: Actor;
}

const sceneOf = (kind: KindOfCaller): Scene => {
  const { board, ann, manager, stranger, ceo } = before;
  const scene = (caller: Actor): Scene => ({ of: before, caller, assigner: manager });
  switch (kind) {
    case 'board': return scene(board);
    case 'owner': return scene(ann);
    case 'manager': return scene(manager);
    case 'other': return scene(stranger);
    case 'ceoBeforeStrategy': return scene(ceo);
    case 'ceoAfterStrategy': return { of: after, caller: after.ceo, assigner: after.manager };
    case 'ownerAssignedFromOutside': return { of: before, caller: ann, assigner: board };
    default: return kind satisfies never;
  }
};

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
  it.each(kindsOfCaller)('answers every move that is asked for by: %s', async (kind) => {
    const { of, caller, assigner } = sceneOf(kind);
    for (const from of allStatuses) {
      await Promise.all(allStatuses.map(async (to) => {
        const issue = await stage.as(assigner).createIssue({
          companyId: of.companyId, title: `${from} to ${to}`, status: from,
          assigneeAgentId: of.ann.id,
        });
        const { allowedTransitions } = await stage.as(caller).getIssue({ issueId: issue.id });
        const verdict = verdictOf(from, to, kind);
        const moved = verdict === 'yes' && from !== to;
        const told = { from, to, isTold: allowedTransitions.includes(to) };
        expect(told).toEqual({ from, to, isTold: moved });
        expect({ from, to, ...(await move(caller, issue, to)) }).toEqual({
          from, to, answer: verdict, reached: moved ? to : from, version: moved ? 2 : 1,
        });
      }));
    }
  });
});

describe('allowedTransitions', () => {
  const scenes: [string, (of: People) => Promise<{ companyId: string; fields: object }>][] = [
    ['an issue of nobody', async ({ companyId }) => ({ companyId, fields: {} })],
    ['an issue of a board user', async (of) => ({
      companyId: of.companyId, fields: { assigneeUserId: (await addMember(stage, of)).id },
    })],
    ['an issue of a paused agent', async ({ companyId }) => {
      const { agentId } = await stage.given.agent(companyId, { status: 'paused' });
      return { companyId, fields: { assigneeAgentId: agentId } };
    }],
    ['a company without reviews', async ({ companyId, ann }) => ({
      companyId, fields: { assigneeAgentId: ann.id },
    })],
    ['a paused company', async ({ companyId, ann }) => ({
      companyId, fields: { assigneeAgentId: ann.id },
    })],
  ];

  it.each(scenes)('are exactly what an update accepts in %s', async (name, sceneIn) => {
    const of = await people(stage, {
      reviewRequired: name !== 'a company without reviews',
      status: name === 'a paused company' ? 'paused' : 'active',
    });
    const { companyId, fields } = await sceneIn(of);
    const born = async (from: IssueStatus): Promise<Issue | undefined> => {
      try {
        const input = { companyId, title: from, status: from, ...fields };
        return await stage.as(of.board).createIssue(input);
      } catch {
        // Nobody's work, and work of who may not, is never in progress.
        return undefined;
      }
    };
    for (const from of allStatuses) {
      for (const caller of [of.board, of.ann, of.manager, of.stranger]) {
        const accepted = await Promise.all(allStatuses.map(async (to) => {
          const issue = await born(from);
          if (!issue || from === to) return undefined;
          const { allowedTransitions } = await stage.as(caller).getIssue({ issueId: issue.id });
          const { answer } = await move(caller, issue, to);
          const told = allowedTransitions.includes(to) ? 'yes' : 'no';
          const done = answer === 'yes' ? 'yes' : 'no';
          return [`${from} to ${to}: ${told}`, `${from} to ${to}: ${done}`];
        }));
        expect(accepted.map((one) => one?.[0])).toEqual(accepted.map((one) => one?.[1]));
      }
    }
  });
});
