/** The environment of an agent's configuration; empty where it has none. */
export const environmentOf = (
  config: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const env = config['env'];
  const isObject = typeof env === 'object' && env !== null && !Array.isArray(env);
  return isObject ? (env as Readonly<Record<string, unknown>>) : {};
};
