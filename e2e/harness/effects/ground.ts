/** Where effects are looked at: what is written through one gateway is read through another. */
import { randomUUID } from 'node:crypto';
import { openApi } from '../api.ts';
import type { Api, Caller, Reply } from '../api.ts';
import { addAgent, asleep } from '../builders.ts';
import type { World } from '../stack.ts';

export type Ground = {
  readonly world: World;
  readonly companyId: string;
  readonly write: Caller;
  readonly read: Caller;
  /** The door at which is read, for any token. */
  readonly door: Api;
};

export function groundOf(world: World, companyId: string): Ground {
  const { baseUrls, boardToken } = world.stack;
  const door = openApi(baseUrls.slice(-1));
  return {
    world, companyId, door, read: door.as(boardToken),
    write: openApi(baseUrls.slice(0, 1)).as(boardToken),
  };
}

/** A write that is about to be made, and a look at what another service makes of it. */
export type Effect = {
  readonly act: () => Promise<Reply>;
  readonly see: (written: Reply) => Promise<boolean>;
};
export type Prepare = (ground: Ground) => Promise<Effect>;

export const named = (what: string): string => `${what} ${randomUUID()}`;

export const newAgent = ({ world: { board }, companyId }: Ground, budgetMonthlyCents = 0) =>
  addAgent(board, companyId, { budgetMonthlyCents });

/** Wakes are seen as runs: this one is over as soon as it begins. */
export const awake = {
  adapterConfig: { command: 'true' }, runtimeConfig: {},
} as const;

export const aHire = () => ({ name: named('Hired'), runtimeConfig: asleep });

export const idOf = ({ body }: Reply): string => (body as { id: string }).id;

export const aCost = (agentId: string, costCents = 1) =>
  ({ agentId, costCents, provider: 'test', model: 'test' });

export async function book(
  { read, companyId }: Ground,
  cost: object,
): Promise<{ status: number; limitCents: number }> {
  const { status, body } = await read.post(`/api/companies/${companyId}/cost-events`, cost);
  const { budget } = body as { budget?: { limitCents: number } };
  return { status, limitCents: budget?.limitCents ?? 0 };
}

export const isIn = async (
  { read }: Ground,
  path: string,
  expected: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const { status, body } = await read.get(path);
  return status === 200 && Object.entries(expected).every(
    ([name, value]) => (body as Record<string, unknown>)[name] === value);
};

/** What the issues service says to a claim of a new issue. */
export async function claim({ read, companyId }: Ground, agentId: string): Promise<number> {
  const issue = await read.post(`/api/companies/${companyId}/issues`, {
    title: 'Something to claim', status: 'todo',
  });
  const body = { agentId, expectedStatuses: ['todo'] };
  return (await read.post(`/api/issues/${idOf(issue)}/checkout`, body)).status;
}

export async function assign(
  { read, companyId }: Ground,
  to: { assigneeAgentId: string } | { assigneeUserId: string },
): Promise<number> {
  const body = { title: 'Something to do', ...to };
  return (await read.post(`/api/companies/${companyId}/issues`, body)).status;
}
