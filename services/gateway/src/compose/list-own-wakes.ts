/** What waits for an agent that runs elsewhere; the question is held until there is something. */
import { Refusal, scheduler, type AgentActor } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Feed } from '../live/open-feed.ts';
import { waitFor } from '../live/wait-for.ts';
import { ask } from './ask.ts';
import type { ComposedCall } from './composed-calls.ts';

const NOTHING = '[]';

interface Held {
  readonly rpc: Rpc;
  readonly feed: Feed;
  readonly authenticator: Pick<Authenticator, 'authenticateAgain'>;
}

export const listOwnWakes = (
  { rpc, feed, authenticator }: Held,
): ComposedCall => async (input, call) => {
  const { asked } = call;
  if (asked.credential?.kind !== 'agent_key') throw new Refusal('agent_key_needed');
  const { id, companyId } = call.actor as AgentActor;
  const look = async (): Promise<string | undefined> => {
    const body = (await ask(rpc, scheduler, 'listOfferedWakes', {}, call)).body.toString();
    return body === NOTHING ? undefined : body;
  };
  const waitMs = Number(input['wait'] ?? 0) * 1_000;
  const leave = feed.enter(id);
  try {
    if (waitMs === 0 || asked.method === 'HEAD') return { body: (await look()) ?? NOTHING };
    const stop = AbortSignal.any([asked.gone(), feed.stopping]);
    const { wakes } = feed;
    const found = await waitFor({ wakes, companyId, service: 'scheduler', look, waitMs, stop });
    await authenticator.authenticateAgain(asked);
    return { body: found ?? NOTHING };
  } finally {
    leave();
  }
};
