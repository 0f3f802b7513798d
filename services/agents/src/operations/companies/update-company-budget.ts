import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { updateCompany } from './update-company.ts';

/** Updates one of the settings, under a path of its own. */
export const updateCompanyBudget: Handler<typeof agents, 'updateCompanyBudget'> = (
  input,
  context,
) => updateCompany(input, context);
