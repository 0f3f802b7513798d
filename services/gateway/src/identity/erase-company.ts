/** What the erasure of a company changes beside its own rows: its id in the tokens of people. */
import { agentsIn, type ErasureOfService } from '@muster/service-kit';
import { removeCompanyFromTokens } from './store/board-tokens.ts';

export const erasure: ErasureOfService = {
  agentsOf: agentsIn('agents'),
  before: ({ db }, companyId) => removeCompanyFromTokens(db, companyId),
};
