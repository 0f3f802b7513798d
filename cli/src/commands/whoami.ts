/** `muster whoami`: the caller, as the installation sees it. */
import type { Client } from '@muster/client';
import { openConnection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { isForPeople, printLine, showAnswer } from '../terminal/answer.ts';
import { inOneLine } from '../terminal/words.ts';

export async function run({ globals }: Given): Promise<void> {
  const { muster, url, source } = openConnection(globals);
  const session = await muster.getSession();
  if (!isForPeople(globals)) {
    const id = session.user?.id ?? session.agent?.id;
    return showAnswer({ ...session, ...(id ? { id } : {}) }, { columns: [] }, globals, new Map());
  }
  printLine(`You are ${inOneLine(wordsFor(session))} at ${url}, by ${source}.`);
  const { expiresAt } = session.credential;
  if (expiresAt) printLine(`The credential is good until ${expiresAt}.`);
}

export const describeCaller = async (muster: Client): Promise<string> =>
  wordsFor(await muster.getSession());

function wordsFor({ user, agent, memberships }: Awaited<ReturnType<Client['getSession']>>): string {
  if (agent) return `the agent ${agent.name}${agent.role ? `, ${agent.role}` : ''}`;
  if (!user) return 'the board of the installation';
  if (user.instanceAdmin) return `${user.name}, who administers the installation`;
  return `${user.name}, member of ${memberships.length} companies`;
}
