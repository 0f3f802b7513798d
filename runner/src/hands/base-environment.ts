/** The variables that every program of an agent has. */
import type { AgentFolders } from '../isolation/isolation.ts';

/**
 * A program sees these variables of the runner's environment and no others: the last three are the
 * operator's way out. A configuration of an agent may set none of them.
 */
const inherited = ['PATH', 'LANG', 'TZ', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'] as const;

/** In both spellings: some programs, such as wget, read only the lower one. */
const spellingsOf = (name: string): string[] =>
  name.endsWith('_PROXY') ? [name, name.toLowerCase()] : [name];

/** Codex trusts no other variable for it that leaves the authorities of the system in force. */
const authorityOfCodex = (): Record<string, string> => {
  const path = process.env['NODE_EXTRA_CA_CERTS'];
  return path === undefined ? {} : { CODEX_CA_CERTIFICATE: path };
};

export const baseEnvironment = ({ home, tmp }: AgentFolders): Record<string, string> => ({
  ...Object.fromEntries(
    inherited.flatMap((name) => {
      const spellings = spellingsOf(name);
      const value = spellings.map((each) => process.env[each]).find((each) => each !== undefined);
      return value === undefined ? [] : spellings.map((each) => [each, value]);
    }),
  ),
  ...authorityOfCodex(),
  HOME: home,
  TMPDIR: tmp,
});
