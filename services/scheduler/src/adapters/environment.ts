/**
 * The environment of an agent: a few harmless variables of ours, its own, and what it must know.
 */

/** Of the scheduler's environment an agent sees these and nothing else. */
const inherited = ['PATH', 'HOME', 'LANG', 'TZ'] as const;

/** What the agent must know comes last: its own configuration cannot replace it. */
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
