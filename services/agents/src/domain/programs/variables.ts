/** The names of the variables that a configuration sets. */
import {
  adapterOf,
  isReservedVariable,
  isSame,
  Refusal,
  type AgentConfig,
} from '@muster/contracts';

type Configured = Pick<AgentConfig, 'adapterType' | 'adapterConfig'>;

/** Names that the operator allows, from a list with commas; letters count in any case. */
export type AllowedVariables = ReadonlySet<string>;

export const allowedVariables = (list: string): AllowedVariables =>
  new Set(
    list
      .split(',')
      .map((name) => name.trim().toUpperCase())
      .filter(Boolean),
  );

/** Refuses a new environment with names that may not be set. */
export function requireAllowedVariables(
  allowed: AllowedVariables,
  after: Configured,
  before?: Configured,
): void {
  if (isSame(after.adapterConfig['env'], before?.adapterConfig['env'])) return;
  throwIfAny(refusedVariables(allowed, after));
}

/** The same for a start: an agent may have such an environment from before. */
export function requireRunnableVariables(allowed: AllowedVariables, configured: Configured): void {
  if (!('env' in adapterOf(configured.adapterType).config.shape)) return;
  throwIfAny(refusedVariables(allowed, configured));
}

export function refusedVariables(
  allowed: AllowedVariables,
  { adapterConfig: { env } }: Configured,
): string[] {
  if (typeof env !== 'object' || env === null) return [];
  return Object.keys(env)
    .filter((name) => isReservedVariable(name) && !allowed.has(name.toUpperCase()))
    .slice(0, NAMED_MAX)
    .map((name) => name.slice(0, NAME_MAX));
}

/** Number and length of the names that a refusal lists. */
const NAMED_MAX = 20;
const NAME_MAX = 100;

function throwIfAny(names: readonly string[]): void {
  if (names.length > 0) throw new Refusal('variable_not_allowed', { names });
}
