/** The example of a hire in the texts for agents. */
import { adapterOf } from '../agents/adapters.ts';
import type { AdapterType } from '../vocabulary.ts';

/** A valid hire; only its ids have to be replaced. */
export const exampleHire = (adapterType: AdapterType): object => ({
  name: 'Ada Lovelace',
  role: 'engineer',
  title: 'Backend Engineer',
  icon: 'terminal',
  reportsTo: '01890a5d-ac96-774b-bcce-b302099a8057',
  capabilities: 'Writes and reviews TypeScript and SQL; owns the ingestion service.',
  adapterType,
  adapterConfig: adapterOf(adapterType).example,
  runtimeConfig: { heartbeat: { enabled: true, intervalSec: 3_600, wakeOnDemand: true } },
  budgetMonthlyCents: 5_000,
  sourceIssueId: '01890a5d-ac96-774b-bcce-b302099a8058',
});

export const exampleLines = (type: AdapterType): string[] =>
  JSON.stringify(exampleHire(type), null, 2).split('\n');
