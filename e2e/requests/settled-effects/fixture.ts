/** A company in which effects are checked: writes go through one gateway, reads through another. */
import { randomUUID } from 'node:crypto';
import { openClient, type Client, type Caller, type Reply } from '../../world/http-client.ts';
import { addAgent, asleep } from '../../fixtures/builders.ts';
import type { World } from '../../world/use-world.ts';

export interface EffectFixture {
  readonly world: World;
  readonly companyId: string;
  readonly write: Caller;
  readonly read: Caller;
  /** The client of the gateway for reads, for any token. */
  readonly readClient: Client;
}

export function effectFixture(world: World, companyId: string): EffectFixture {
  const { baseUrls, boardToken } = world.stack;
  const readClient = openClient(baseUrls.slice(-1));
  return {
    world,
    companyId,
    readClient,
    read: readClient.as(boardToken),
    write: openClient(baseUrls.slice(0, 1)).as(boardToken),
  };
}

/** A write, and a check of its effect in another service. */
export interface Effect {
  readonly write: () => Promise<Reply>;
  readonly isVisible: (written: Reply) => Promise<boolean>;
}
export type Prepare = (fixture: EffectFixture) => Promise<Effect>;

export const named = (what: string): string => `${what} ${randomUUID()}`;

export const newAgent = ({ world: { board }, companyId }: EffectFixture, budgetMonthlyCents = 0) =>
  addAgent(board, companyId, { budgetMonthlyCents });

/** An agent that can be woken; its runs end at once. */
export const wakeable = {
  adapterConfig: { command: 'true' },
  runtimeConfig: {},
} as const;

export const aHire = () => ({ name: named('Hired'), runtimeConfig: asleep });

export const idOf = ({ body }: Reply): string => (body as { id: string }).id;

export const aCost = (agentId: string, costCents = 1) => ({
  agentId,
  costCents,
  provider: 'test',
  model: 'test',
});

export async function book(
  { read, companyId }: EffectFixture,
  cost: object,
): Promise<{ status: number; limitCents: number }> {
  const { status, body } = await read.post(`/api/companies/${companyId}/cost-events`, cost);
  const { budget } = body as { budget?: { limitCents: number } };
  return { status, limitCents: budget?.limitCents ?? 0 };
}

export const isIn = async (
  { read }: EffectFixture,
  path: string,
  expected: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const { status, body } = await read.get(path);
  return (
    status === 200 &&
    Object.entries(expected).every(
      ([name, value]) => (body as Record<string, unknown>)[name] === value,
    )
  );
};

/** Status of the issues service's answer to a claim of a new issue. */
export async function claim({ read, companyId }: EffectFixture, agentId: string): Promise<number> {
  const issue = await read.post(`/api/companies/${companyId}/issues`, {
    title: 'Something to claim',
    status: 'todo',
  });
  const body = { agentId, expectedStatuses: ['todo'] };
  return (await read.post(`/api/issues/${idOf(issue)}/checkout`, body)).status;
}

export async function assign(
  { read, companyId }: EffectFixture,
  to: { assigneeAgentId: string } | { assigneeUserId: string },
): Promise<number> {
  const body = { title: 'Something to do', ...to };
  return (await read.post(`/api/companies/${companyId}/issues`, body)).status;
}
