/** The companies in which the clients of a run work, with agents and with contended issues. */
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { inParallel } from '../world/in-parallel.ts';
import type { World } from '../world/use-world.ts';

export const CLIENTS = 32;
const COMPANIES = 4;
/** Enough that each is contended for a part of the run only: see `contendedIssue`. */
const CONTENDED_ISSUES = 12;
const SETUP_CONCURRENCY = 4;

export interface ChaosCompany {
  readonly companyId: string;
  /** Issues that the agents of the company claim, release and read; a few at a time. */
  readonly contendedIssues: readonly string[];
}

export interface Client {
  readonly name: string;
  readonly agentId: string;
  readonly token: string;
  readonly company: ChaosCompany;
}

export async function openChaosFixture(
  world: World,
  count: number = CLIENTS,
): Promise<readonly Client[]> {
  const companies: ChaosCompany[] = [];
  await inParallel(COMPANIES, COMPANIES, async (index) => {
    companies[index] = await createChaosCompany(world);
  });
  const clients: Client[] = [];
  await inParallel(count, SETUP_CONCURRENCY, async (index) => {
    const company = companies[index % COMPANIES] as ChaosCompany;
    const name = `Client ${index}`;
    const { agent, token } = await addAgentWithKey(world, company.companyId, { name });
    clients[index] = { name, agentId: agent.id, token, company };
  });
  return clients;
}

async function createChaosCompany({ board }: World): Promise<ChaosCompany> {
  const { id: companyId } = await createCompany(board, { reviewRequired: false });
  const contendedIssues: string[] = [];
  await inParallel(CONTENDED_ISSUES, SETUP_CONCURRENCY, async (index) => {
    const issue = await addIssue(board, companyId, { title: `Contended ${index}` });
    contendedIssues[index] = issue.id;
  });
  return { companyId, contendedIssues };
}
