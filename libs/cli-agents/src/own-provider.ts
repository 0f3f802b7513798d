/** What the programs have in common about a provider that the board names instead of their own. */
import type { OwnProvider } from '@muster/contracts';
import type { CliAgent } from './cli-agent.ts';

/** Has the key of the provider where a program's settings name a variable: the key stands in no file. */
export const PROVIDER_KEY_VARIABLE = 'MUSTER_PROVIDER_KEY';

/** Programs do not start without a key; a server that needs none ignores it. */
const NO_KEY = 'none';

export const keyOf = ({ auth }: Pick<OwnProvider, 'auth'>): string => auth ?? NO_KEY;

/**
 * The variables of an agent as its program finds them. Where the board names a provider, keys of others
 * and switches to clouds are left out: no program should send one of them there, or ask elsewhere.
 */
export function providerVariables(
  {
    credentials,
    clouds = [],
    ownProvider,
  }: Pick<CliAgent, 'credentials' | 'clouds' | 'ownProvider'>,
  env: Readonly<Record<string, string>>,
  provider: OwnProvider | undefined,
  model: string | undefined,
): Readonly<Record<string, string>> {
  if (!provider) return env;
  const others = [...credentials, ...clouds.map(({ switchedBy }) => switchedBy)];
  const kept = Object.entries(env).filter(([name]) => !others.includes(name));
  return { ...Object.fromEntries(kept), ...ownProvider(provider, model) };
}
