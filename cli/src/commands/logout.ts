/** `muster logout`: forgets a profile; its token stays good until it is revoked. */
import { Ended } from '../exit-code.ts';
import { currentName, removeProfile } from '../profile/profiles.ts';
import type { Given } from '../table/command.ts';
import { printLine } from '../terminal/answer.ts';

export async function run({ globals }: Given): Promise<void> {
  const name = globals.profile ?? currentName();
  if (!removeProfile(name)) throw new Ended('notFound', `There is no profile ${name}`);
  printLine(`Removed the profile ${name}. Its token is good until it is revoked.`);
}
