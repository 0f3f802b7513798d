import { agents, type scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { tryAgain } from '../runs/back-off.ts';

/** Which agents use a secret is not known here: all of the company that fail are tried once more. */
export const tryAgainWithChangedSecret = reaction<
  typeof agents,
  'secret.created' | 'secret.rotated',
  typeof scheduler,
  SchedulerParts
>(
  agents,
  ['secret.created', 'secret.rotated'],
  ({ companyId }, context) => tryAgain(context, companyId, 'all'),
  { history: 'none' },
);
