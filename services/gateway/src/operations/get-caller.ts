import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';

export const getCaller: Handler<typeof gateway, 'getCaller'> = (_, { actor }) =>
  Promise.resolve({ actor });
