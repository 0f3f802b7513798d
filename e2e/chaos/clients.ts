/**
 * Thirty-two clients that write what a company of agents writes, each one request after another. The
 * requests follow from the seed; how they interleave is up to the machine.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Act } from '../checkers/claim-register.ts';
import { answerOf } from '../requests/contended-claims.ts';
import { contendedIssue } from '../requests/contended-issue.ts';
import { openRetryingClient, type TestRequest } from '../world/retrying-client.ts';
import type { World } from '../world/use-world.ts';
import type { Client } from './fixture.ts';
import type { History } from './history.ts';
import { create, idOf, send, type Session } from './session.ts';

interface RandomChoice {
  readonly action: number;
  readonly pick: number;
  readonly cents: number;
}
const randomChoice: fc.Arbitrary<RandomChoice> = fc.record({
  action: fc.nat({ max: 99 }),
  pick: fc.nat({ max: 2 ** 16 }),
  cents: fc.nat({ max: 90 }),
});
const CHOICES = 8_192;
const CONTENDED_AT_ONCE = 2;
const STATUSES = ['todo', 'in_progress', 'in_review', 'blocked', 'done'];
/** Longer than any fault of the nemesis takes to heal on a busy machine. */
const PATIENCE_MS = 90_000;

/** What a client has created and goes on to change. */
interface OwnThings {
  issues: string[];
  titles: number;
  approvals: string[];
}

export interface WorkOptions {
  readonly seed: number;
  readonly requests: number;
  /** Called after each request with the share of the run that is over. */
  readonly onDone: (progress: number) => void;
}

export async function work(
  { stack }: World,
  clients: readonly Client[],
  history: History,
  { seed, requests, onDone }: WorkOptions,
): Promise<void> {
  const choices = fc.sample(randomChoice, { seed, numRuns: CHOICES });
  const http = openRetryingClient(stack.baseUrls, {
    patienceMs: PATIENCE_MS,
    sendsKeys: true,
  });
  const progress = () => history.answers.length / requests;
  const session: Session = { http, boardToken: stack.boardToken, history, progress };
  await Promise.all(
    clients.map(async (client, index) => {
      const own: OwnThings = { issues: [], titles: 0, approvals: [] };
      for (let turn = index; progress() < 1; turn += clients.length) {
        await act(session, client, own, choices[turn % CHOICES] as RandomChoice);
        onDone(progress());
      }
    }),
  );
  http.close();
}

/** One request; an action that has nothing to act on yet creates an issue instead. */
async function act(session: Session, client: Client, own: OwnThings, choice: RandomChoice) {
  const { action, pick, cents } = choice;
  const issueId = own.issues[pick % own.issues.length];
  const approvalId = own.approvals.at(-1);
  if (action < 28 && issueId) return comment(session, client, issueId);
  if (action < 44 && issueId) return change(session, client, own, issueId, pick);
  if (action < 64) return claim(session, client, pick);
  if (action < 78) return recordCost(session, client, cents);
  if (action < 84) return requestApproval(session, client, own);
  if (action < 88 && approvalId) return approve(session, own, approvalId);
  if (action < 89) return hire(session, client);
  return createIssue(session, client, own);
}

async function createIssue(session: Session, client: Client, own: OwnThings): Promise<void> {
  const id = await create(session, client, {
    kind: 'issue',
    path: `/api/companies/${client.company.companyId}/issues`,
    body: (mark) => ({ title: 'New', description: mark, assigneeAgentId: client.agentId }),
  });
  if (id) own.issues.push(id);
}

const comment = (session: Session, client: Client, issueId: string) =>
  create(session, client, {
    kind: 'comment',
    path: `/api/issues/${issueId}/comments`,
    body: (body) => ({ body }),
  });

async function requestApproval(session: Session, client: Client, own: OwnThings): Promise<void> {
  const id = await create(session, client, {
    kind: 'approval',
    path: `/api/companies/${client.company.companyId}/approvals`,
    body: (mark) => ({ type: 'request_board_approval', payload: { mark } }),
  });
  if (id) own.approvals.push(id);
}

const hire = (session: Session, client: Client) =>
  create(session, client, {
    kind: 'hire',
    path: `/api/companies/${client.company.companyId}/agent-hires`,
    within: 'agent',
    isBoard: true,
    body: (name) => ({ name, runtimeConfig: { heartbeat: { enabled: false } } }),
  });

async function approve(session: Session, own: OwnThings, approvalId: string): Promise<void> {
  const path = `/api/approvals/${approvalId}/approve`;
  const request = { method: 'POST' as const, path, token: session.boardToken, body: {} };
  const { status } = await send(session, request, [200]);
  own.approvals.pop();
  session.history.decisions.push({ approvalId, status: status === 200 ? 'approved' : undefined });
}

/** Title and status in one request: an illegal transition must leave the title as it is. */
async function change(
  session: Session,
  client: Client,
  own: OwnThings,
  issueId: string,
  pick: number,
) {
  const title = `Version ${(own.titles += 1)} of ${client.name}`;
  const status = STATUSES[pick % STATUSES.length];
  const request = {
    method: 'PATCH' as const,
    path: `/api/issues/${issueId}`,
    token: client.token,
    body: pick % 3 === 0 ? { title } : { title, status },
  };
  const answer = await send(session, request, [200, 422]);
  if (answer.status === 422) return;
  session.history.titleChanges.push({ issueId, title, isKnown: answer.status === 200 });
}

async function recordCost(session: Session, client: Client, costCents: number) {
  const { agentId, token, company } = client;
  const { companyId } = company;
  const eventId = randomUUID();
  const request = {
    method: 'POST' as const,
    path: `/api/companies/${companyId}/cost-events`,
    token,
    body: { eventId, agentId, costCents, provider: 'test', model: 'test' },
  };
  const answer = await send(session, request, [201]);
  session.history.costs.push({
    companyId,
    eventId,
    agentId,
    costCents,
    answeredId: idOf(answer),
  });
}

async function claim(session: Session, client: Client, pick: number) {
  const issueId = contendedIssue(client.company.contendedIssues, {
    atOnce: CONTENDED_AT_ONCE,
    progress: session.progress(),
    choice: pick,
  });
  const [input, request] = claimRequests(client, issueId)[
    pick % 7 < 4 ? 'checkout' : pick % 7 < 6 ? 'release' : 'read'
  ];
  const { status, body, calledAt, answeredAt } = await send(session, request, [200, 409, 422]);
  const output = status === undefined ? undefined : answerOf({ status, body });
  session.history.claims.push({ issueId, input, output, calledAt, answeredAt });
}

const claimRequests = ({ agentId, token }: Client, issueId: string) =>
  ({
    checkout: [
      { type: 'checkout', agent: agentId },
      {
        method: 'POST',
        path: `/api/issues/${issueId}/checkout`,
        token,
        body: { agentId, expectedStatuses: ['todo'] },
      },
    ],
    release: [
      { type: 'release', agent: agentId },
      { method: 'POST', path: `/api/issues/${issueId}/release`, token, body: {} },
    ],
    read: [{ type: 'read' }, { method: 'GET', path: `/api/issues/${issueId}`, token }],
  }) satisfies Record<string, [Act, TestRequest]>;
