/** Wake-ups that wait for a remote agent, as a long poll. */
import { Refusal, scheduler, type AgentActor } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import type { Authenticator } from '../identity/authentication/authenticate.ts';
import type { Feed } from '../feed/open-feed.ts';
import { waitFor } from '../feed/wait-for.ts';
import { ask } from '../upstream/ask.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';

const NOTHING = '[]';

interface ListOwnWakesOptions {
  readonly rpc: Rpc;
  readonly feed: Feed;
  readonly authenticator: Pick<Authenticator, 'authenticateAgain'>;
}

export const listOwnWakes =
  ({ rpc, feed, authenticator }: ListOwnWakesOptions): ComposedCall =>
  async (input, call) => {
    const { client } = call;
    if (client.credential?.kind !== 'agent_key') throw new Refusal('agent_key_needed');
    const actor = call.actor as AgentActor;
    const { companyId } = actor;
    const check = async (): Promise<string | undefined> => {
      const body = (await ask(rpc, scheduler, 'listOfferedWakes', {}, call)).body.toString();
      return body === NOTHING ? undefined : body;
    };
    const waitMs = Number(input['wait'] ?? 0) * 1_000;
    const release = feed.reserveStream(actor);
    try {
      if (waitMs === 0 || client.method === 'HEAD') return { body: (await check()) ?? NOTHING };
      const stop = AbortSignal.any([client.disconnected(), feed.stopping]);
      const { notifications } = feed;
      const found = await waitFor({
        notifications,
        companyId,
        service: 'scheduler',
        check,
        waitMs,
        stop,
      });
      await authenticator.authenticateAgain(client);
      return { body: found ?? NOTHING };
    } finally {
      release();
    }
  };
