/** What the environment of an agent says about who pays its program's provider. */
import type { CliAgent } from './cli-agent.ts';

type Environment = Readonly<Record<string, unknown>>;
type Payer = Pick<CliAgent, 'credentials' | 'flatPlans' | 'clouds'>;

/** The cloud that the environment switches the program to. */
export const cloudIn = ({ clouds = [] }: Pick<CliAgent, 'clouds'>, env: Environment) =>
  clouds.find(({ switchedBy }) => isOn(env[switchedBy]));

const isOn = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:1|true|yes|on)$/i.test(value);

/** The declared keys and logins that are set; programs use the first one. */
export function credentialsIn(agent: Omit<Payer, 'flatPlans'>, env: Environment) {
  const names = cloudIn(agent, env)?.credentials ?? agent.credentials;
  return valuesOf(names, env);
}

const valuesOf = (names: readonly string[], env: Environment): readonly string[] =>
  names.flatMap((name) => {
    const value = env[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });

/**
 * Whether a key is paid by the token at the prices that the program knows; without one, a login of a flat
 * plan may be used, and a cloud has prices of its own.
 */
export const isMetered = (agent: Payer, env: Environment): boolean =>
  cloudIn(agent, env) === undefined &&
  valuesOf(
    agent.credentials.filter((name) => !agent.flatPlans?.includes(name)),
    env,
  ).length > 0;
