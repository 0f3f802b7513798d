/** What a configuration must be, however it comes in: with a creation, a change or a request for one. */
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
  requireKnownPlaceholders(after, before);
  requireSplitCommand(after, before);
  requireAllowedVariables(allowed, after, before);
}
