/** With which installation a command speaks, and as whom. */
import { connect, type Client } from '@muster/client';
import { Ended } from '../exit-code.ts';
import type { Globals } from '../table/command.ts';
import { currentName, findProfile } from './profiles.ts';

export interface Connection {
  readonly url: string;
  readonly token: string;
  readonly muster: Client;
  /** Where its address and its token are from, in words. */
  readonly source: string;
  /** As it was given; an id, a name or a prefix. */
  readonly company: string | undefined;
  readonly runId: string | undefined;
}

const NO_PROFILE =
  '`muster login` makes a profile; or set MUSTER_URL and MUSTER_TOKEN. With `muster start` on this machine: ' +
  '`muster login --local`';

/** A profile that is named wins over the environment, and that over the current profile. */
export function openConnection(globals: Globals, env: NodeJS.ProcessEnv = process.env): Connection {
  const { MUSTER_COMPANY, MUSTER_PROFILE, MUSTER_URL, MUSTER_TOKEN } = env;
  const { SERVICE_API_URL, SERVICE_API_KEY, SERVICE_COMPANY_ID, SERVICE_RUN_ID } = env;
  const named = globals.profile ?? MUSTER_PROFILE;
  const own = { company: globals.company ?? MUSTER_COMPANY };
  if (named === undefined && SERVICE_API_URL && SERVICE_API_KEY) {
    const company = own.company ?? SERVICE_COMPANY_ID;
    return opened(SERVICE_API_URL, SERVICE_API_KEY, 'this run', company, SERVICE_RUN_ID);
  }
  if (named === undefined && MUSTER_TOKEN) {
    const url = MUSTER_URL ?? findProfile(currentName())?.url;
    if (url) return opened(url, MUSTER_TOKEN, 'MUSTER_TOKEN', own.company);
    throw new Ended('usage', 'MUSTER_TOKEN has no address', 'set MUSTER_URL');
  }
  const name = named ?? currentName();
  const profile = findProfile(name);
  if (!profile) throw new Ended('notAllowed', `There is no profile ${name}`, NO_PROFILE);
  if (MUSTER_URL !== undefined && addressOf(MUSTER_URL) !== addressOf(profile.url)) {
    throw new Ended(
      'usage',
      `The token of the profile ${name} is for ${profile.url} and is not sent to ${MUSTER_URL}`,
      'set MUSTER_TOKEN as well, or unset MUSTER_URL',
    );
  }
  const company = own.company ?? profile.companyId;
  return opened(profile.url, profile.token, `the profile ${name}`, company);
}

export const addressOf = (url: string): string => url.replace(/\/+$/, '');

function opened(
  address: string,
  token: string,
  source: string,
  company: string | undefined,
  runId?: string,
): Connection {
  const url = addressOf(address);
  // A run's token names its run itself.
  return { url, token, source, company, runId, muster: connect({ url, token }) };
}
