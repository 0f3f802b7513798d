/** What the environment of an agent says about who pays its program's provider. */
import type { CliAgent } from './cli-agent.ts';

type Environment = Readonly<Record<string, unknown>>;

/** The declared keys and logins that are set; programs use the first one. */
export const credentialsIn = (
  { credentials }: Pick<CliAgent, 'credentials'>,
  env: Environment,
): readonly string[] =>
  credentials.flatMap((name) => {
    const value = env[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });

/** Whether a key is paid by the token; without one, a login of a flat plan may be used. */
export const isMetered = (
  { credentials, flatPlans = [] }: Pick<CliAgent, 'credentials' | 'flatPlans'>,
  env: Environment,
): boolean =>
  credentialsIn({ credentials: credentials.filter((name) => !flatPlans.includes(name)) }, env)
    .length > 0;
