/** The variables that every program of an agent has. */
import type { AgentFolders } from '../isolation/isolation.ts';

/**
 * A program sees these variables of the runner's environment and no others: the last three are the
 * operator's way out. A configuration of an agent may set none of them.
 */
const inherited = ['PATH', 'LANG', 'TZ', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'] as const;

/** Codex trusts no other variable for it that leaves the authorities of the system in force. */
const authorityOfCodex = (): Record<string, string> => {
  const path = process.env['NODE_EXTRA_CA_CERTS'];
  return path === undefined ? {} : { CODEX_CA_CERTIFICATE: path };
};

export const baseEnvironment = ({ home, tmp }: AgentFolders): Record<string, string> => ({
  ...Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  ...authorityOfCodex(),
  HOME: home,
  TMPDIR: tmp,
});
