/** What a story begins with, made the way a board makes it. */
import { randomUUID } from 'node:crypto';
import { agents, gateway, issues } from '@muster/contracts';
import type { Agent, Call, Company, Issue } from '@muster/contracts';
import type { Api, Caller } from './api.ts';

type NewCompany = Partial<Call<typeof agents, 'createCompany'>>;
type NewAgent = Partial<Call<typeof agents, 'createAgent'>>;
type NewIssue = Partial<Call<typeof issues, 'createIssue'>>;

/** An agent with a key of its own, and the caller that this key makes. */
export type Member = { agent: Agent; caller: Caller; token: string };

/** Nothing wakes it: the test acts in its place. */
export const asleep = { heartbeat: { enabled: false, wakeOnDemand: false } } as const;

export const foundCompany = (
  board: Caller,
  settings: NewCompany = {},
): Promise<Company> =>
  board.call(agents, 'createCompany', { name: `Company ${randomUUID()}`, ...settings });

export const addAgent = (
  board: Caller,
  companyId: string,
  fields: NewAgent = {},
): Promise<Agent> =>
  board.call(agents, 'createAgent', {
    name: `Agent ${randomUUID()}`, runtimeConfig: asleep, ...fields, companyId,
  });

export async function addMember(
  { api, board }: { api: Api; board: Caller },
  companyId: string,
  fields: NewAgent = {},
): Promise<Member> {
  const agent = await addAgent(board, companyId, fields);
  const { token } = await board.call(gateway, 'createAgentKey', { agentId: agent.id });
  return { agent, token, caller: api.as(token) };
}

export const addIssue = (
  caller: Caller,
  companyId: string,
  fields: NewIssue = {},
): Promise<Issue> =>
  caller.call(issues, 'createIssue', {
    title: 'Something to do', status: 'todo', ...fields, companyId,
  });

export type Asked = { inviteId: string; joinRequestId: string; claimSecret: string };

/** The board's invite to somebody outside. */
export async function inviteAgent(
  board: Caller,
  companyId: string,
): Promise<{ id: string; token: string; onboardingTextUrl: string; inviteMessage: string }> {
  const path = `/api/companies/${companyId}/partner/invite-prompt`;
  const { body } = await board.post(path, {});
  return body as Awaited<ReturnType<typeof inviteAgent>>;
}

/** An agent from outside that waits for the board. */
export async function askToJoin(
  { api, board }: { api: Api; board: Caller },
  companyId: string,
  fields: { agentName: string },
): Promise<Asked> {
  const { id: inviteId, token } = await inviteAgent(board, companyId);
  const { body } = await api.as().post(`/api/invites/${token}/accept`, fields);
  const { id: joinRequestId, claimSecret } = body as { id: string; claimSecret: string };
  return { inviteId, joinRequestId, claimSecret };
}
