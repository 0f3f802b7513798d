/** What a configuration must be, however it comes in: with a creation, a change or a request for one. */
import { hasInterval, invalidField, type RuntimeConfig } from '@muster/contracts';
import { requireObeyedAddresses } from './programs/addresses.ts';
import { requireSplitCommand } from './programs/program.ts';
import { requireKnownPlaceholders } from './programs/prompt.ts';
import { requireAllowedVariables, type AllowedVariables } from './programs/variables.ts';
import type { OpenObjects } from './secrets.ts';
import { requireSizeWithinLimit } from './size.ts';

/** Of a change, only what has changed is refused: `before` is the configuration that it changes. */
export function requireValidConfiguration(
  allowed: AllowedVariables,
  after: OpenObjects,
  before?: OpenObjects,
): void {
  requireSizeWithinLimit(after);
  requireInterval(after.runtimeConfig);
  requireKnownPlaceholders(after, before);
  requireSplitCommand(after, before);
  requireAllowedVariables(allowed, after, before);
  requireObeyedAddresses(allowed, after, before);
}

/** A change may turn on a timer that has been without an interval. */
function requireInterval(runtimeConfig: RuntimeConfig): void {
  if (hasInterval(runtimeConfig)) return;
  const path = ['runtimeConfig', 'heartbeat', 'intervalSec'];
  throw invalidField(path, 'expected at least 10 seconds: the timer is on');
}
