/** Board users with a token of their own, so that a test can speak for them at any time. */
import { gateway } from '@muster/contracts';
import type { Call } from '@muster/contracts';
import { addPerson } from './people.ts';
import type { World } from './stack.ts';

export type Holder = {
  readonly userId: string;
  readonly token: string;
  readonly tokenId: string;
  readonly sessionId: string;
};

type Fields = Partial<Call<typeof gateway, 'addMember'>>;

export async function addHolder(
  world: World,
  companyId: string,
  fields: Fields,
): Promise<Holder> {
  const { userId, signIn } = await addPerson(world, companyId, fields);
  const caller = await signIn();
  const { id: tokenId, token } = await caller.call(gateway, 'createBoardToken', {});
  const [session] = await caller.call(gateway, 'listSessions', {});
  return { userId, token, tokenId, sessionId: session?.id ?? '' };
}
