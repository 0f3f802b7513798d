/** What every local adapter reads from an adapterConfig. */
import { LocalLimits } from '@muster/contracts';
import type { TimeLimits } from '@muster/runner-protocol';
import type { z } from 'zod';

export const limitsOf = (config: object): TimeLimits => LocalLimits.parse(config);

/** Faults of a configuration with their paths but without values, which may be secrets. */
export const faultsOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `adapterConfig.${path.join('.')}: ${message}`).join('; ');
