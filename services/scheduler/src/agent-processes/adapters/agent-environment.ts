/**
 * The environment of an agent: a few harmless variables of the scheduler, those of its own
 * configuration, and those of its run.
 */

/** An agent sees these variables of the scheduler's environment and no others. */
const inherited = ['PATH', 'HOME', 'LANG', 'TZ'] as const;

/** The variables of the run come last: the agent's configuration cannot replace them. */
export const environmentOf = (
  own: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  ...own,
  ...variables,
});
