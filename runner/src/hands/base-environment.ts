/** The variables that every program of an agent has. */
import type { AgentFolders } from '../isolation/isolation.ts';

/**
 * A program sees these variables of the runner's environment and no others: the last three are the
 * operator's way out. A configuration of an agent may set none of them.
 */
const inherited = ['PATH', 'LANG', 'TZ', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'] as const;

export const baseEnvironment = ({ home, tmp }: AgentFolders): Record<string, string> => ({
  ...Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  HOME: home,
  TMPDIR: tmp,
});
