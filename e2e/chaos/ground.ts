/** Where the clients of a run work: a few companies, with agents and with issues to fight over. */
import { addIssue, addMember, foundCompany } from '../harness/builders.ts';
import { inLanes } from '../harness/lanes.ts';
import type { World } from '../harness/stack.ts';

export const CLIENTS = 32;
const COMPANIES = 4;
/** So many that each sees a stretch of the run and not all of it: see `Shop.arena`. */
const CONTESTED = 12;
const LANES = 4;

export type Shop = {
  readonly companyId: string;
  /** Issues that its agents claim, give back and look at; a few at a time. */
  readonly arena: readonly string[];
};

export type Client = {
  readonly name: string;
  readonly agentId: string;
  readonly token: string;
  readonly shop: Shop;
};

export async function openGround(
  world: World,
  count: number = CLIENTS,
): Promise<readonly Client[]> {
  const shops: Shop[] = [];
  await inLanes(COMPANIES, COMPANIES, async (index) => {
    shops[index] = await openShop(world);
  });
  const clients: Client[] = [];
  await inLanes(count, LANES, async (index) => {
    const shop = shops[index % COMPANIES] as Shop;
    const name = `Client ${index}`;
    const { agent, token } = await addMember(world, shop.companyId, { name });
    clients[index] = { name, agentId: agent.id, token, shop };
  });
  return clients;
}

async function openShop({ board }: World): Promise<Shop> {
  const { id: companyId } = await foundCompany(board, { reviewRequired: false });
  const arena: string[] = [];
  await inLanes(CONTESTED, LANES, async (index) => {
    arena[index] = (await addIssue(board, companyId, { title: `Contested ${index}` })).id;
  });
  return { companyId, arena };
}
