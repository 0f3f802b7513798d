/** `muster login`: asks for a token, or on a page of the board for one; tries it out, and keeps it for its address. */
import { connect } from '@muster/client';
import { Ended } from '../exit-code.ts';
import { addressOf } from '../profile/connection.ts';
import { chooseProfile, currentName, findProfile, saveProfile } from '../profile/profiles.ts';
import { findCompany } from '../profile/company.ts';
import { isId } from '../calls/ids.ts';
import type { Given } from '../table/command.ts';
import { note, printLine } from '../terminal/answer.ts';
import { askHidden } from '../terminal/ask.ts';
import { inOneLine } from '../terminal/words.ts';
import { describeCaller } from './whoami.ts';

const DEFAULT_URL = 'http://127.0.0.1:3100';

export async function run({ flags, globals }: Given): Promise<void> {
  const name = globals.profile ?? currentName();
  const { url, token } = flags['local'] === true ? await ofThisMachine() : await asked(flags, name);
  const muster = connect({ url, token });
  const caller = await describeCaller(muster);
  const { company } = globals;
  const companyId =
    company === undefined || isId(company) ? company : await findCompany(muster, company);
  const file = saveProfile(name, { url, token, ...(companyId ? { companyId } : {}) });
  chooseProfile(name);
  printLine(
    `You are ${inOneLine(caller)} at ${url}. The profile ${name} is the current one now, in ${file}.`,
  );
}

interface Credential {
  readonly url: string;
  readonly token: string;
}

async function asked({ url: given, web }: Given['flags'], name: string): Promise<Credential> {
  const { MUSTER_URL, MUSTER_TOKEN } = process.env;
  const chosen = typeof given === 'string' ? given : undefined;
  const url = addressOf(chosen ?? MUSTER_URL ?? findProfile(name)?.url ?? DEFAULT_URL);
  requireAddress(url);
  if (web === true) {
    const { signInByDevice } = await import('../profile/device-sign-in.ts');
    return { url, token: await signInByDevice(url, note) };
  }
  return { url, token: MUSTER_TOKEN || (await askHidden(`Token for ${url}`)) };
}

/** Of the installation that `start` has made, whose token is in its data folder. */
async function ofThisMachine(): Promise<Credential> {
  const { localCredential } = await import('../installation.ts');
  return localCredential();
}

/** A token that travels unencrypted is not sent further than this machine without a word. */
function requireAddress(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Ended('usage', `"${url}" is no address`, 'such as https://muster.example.com');
  }
}
