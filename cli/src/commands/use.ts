/** `muster use`: chooses the profile, and the company of it, for the commands that follow. */
import { connect } from '@muster/client';
import { Ended } from '../exit-code.ts';
import { findCompany } from '../profile/company.ts';
import {
  chooseProfile,
  currentName,
  findProfile,
  listProfiles,
  saveProfile,
  type Profile,
} from '../profile/profiles.ts';
import type { Given } from '../table/command.ts';
import { isForPeople, note, printLine, showAnswer } from '../terminal/answer.ts';

export async function run({ args: [named], globals }: Given): Promise<void> {
  const name = named ?? globals.profile;
  if (name === undefined && globals.company === undefined) return list({ globals });
  const chosen = name ?? currentName();
  const profile = findProfile(chosen);
  if (!profile)
    throw new Ended('notFound', `There is no profile ${chosen}`, '`muster login` makes one');
  if (globals.company !== undefined) await chooseCompany(chosen, profile, globals.company);
  chooseProfile(chosen);
  printLine(`Commands use the profile ${chosen}, at ${profile.url}.`);
}

async function chooseCompany(name: string, profile: Profile, company: string): Promise<void> {
  const { url, token } = profile;
  const muster = connect({ url, token });
  const companyId = await findCompany(muster, company).catch(async (error: unknown) => {
    const known = await muster.getCompany({ companyId: company }).catch(() => undefined);
    if (!known) throw error;
    return known.id;
  });
  saveProfile(name, { ...profile, companyId });
}

function list({ globals }: Pick<Given, 'globals'>): void {
  const current = currentName();
  const rows = listProfiles().map((name) => {
    const { url, companyId } = findProfile(name) ?? {};
    return { id: name, url, companyId: companyId ?? null, current: name === current };
  });
  if (rows.length === 0 && isForPeople(globals))
    return note('There is no profile: `muster login` makes one.');
  const columns = ['profile=id', 'url', 'company=companyId', 'current=current:yes'];
  showAnswer(rows, { columns }, globals, new Map());
}
