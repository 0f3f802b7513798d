import { isJsonObject } from '@muster/contracts';

/** The environment of an agent's configuration; empty where it has none. */
export const environmentOf = (
  config: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const env = config['env'];
  const isObject = typeof env === 'object' && env !== null && !Array.isArray(env);
  return isObject ? (env as Readonly<Record<string, unknown>>) : {};
};

/** Where the agent asks for models, if not at its program's own provider, and by which key. */
export function ownLoginOf(config: Readonly<Record<string, unknown>>): string | undefined {
  const { provider } = config;
  if (!isJsonObject(provider)) return undefined;
  const { baseUrl, auth } = provider;
  return JSON.stringify([baseUrl, auth ?? null]);
}
