/**
 * What a page has to know before a sign-in. Strangers learn no version, which would tell them
 * which holes to try; the board does.
 */
import { CURRENCY, Refusal, scheduler, type InstalledAdapters } from '@muster/contracts';
import { VERSION, type Rpc } from '@muster/service-kit';
import type { CurrentBoard } from '../board-files.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';
import type { Caller } from '../upstream/credential.ts';
import { readAs } from '../upstream/read-as.ts';
import { unlessUnavailable } from '../upstream/unless-unavailable.ts';

export interface InstanceOptions {
  readonly rpc: Rpc;
  readonly board: CurrentBoard | undefined;
  readonly hasProvider: boolean;
  /** Throws a refusal without a valid credential. */
  readonly authenticate: (request: CallContext['client']) => Caller | Promise<Caller>;
}

export const getInstance =
  ({ rpc, board, hasProvider, authenticate }: InstanceOptions): ComposedCall =>
  async (_, call) => {
    const caller = await callerOf(authenticate, call.client);
    const signIn = { password: true, token: true, link: true, provider: hasProvider };
    const own = caller?.actor.type === 'user' ? await forBoard(rpc, caller, call) : null;
    const build = board?.()?.build ?? null;
    return { body: JSON.stringify({ build, currency: CURRENCY, signIn, board: own }) };
  };

/**
 * The page needs the answer most when its session has ended: a wrong credential counts as none. One
 * that cannot be looked up now is refused: the board would be taken for a stranger otherwise.
 */
async function callerOf(
  authenticate: InstanceOptions['authenticate'],
  client: CallContext['client'],
): Promise<Caller | undefined> {
  const { authorization, cookie } = client.headers;
  if (authorization === undefined && cookie === undefined) return undefined;
  try {
    return await authenticate(client);
  } catch (error) {
    if (error instanceof Refusal && error.status < 500 && error.status !== 429) return undefined;
    throw error;
  }
}

async function forBoard(
  rpc: Rpc,
  { actor }: Caller,
  call: CallContext,
): Promise<Partial<InstalledAdapters> & { version: string }> {
  const read = readAs(rpc, { ...call, actor })(scheduler, 'getInstalledAdapters', {});
  return { version: VERSION, ...(await unlessUnavailable(read)) };
}
