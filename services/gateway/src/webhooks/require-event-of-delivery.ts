/** A replay reads its event from the log again, so it is refused once the event is gone. */
import { requireCaller, gateway, Refusal, serviceNames } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { readEntry } from '../feed/read-log.ts';
import type { BodyCheck } from '../upstream/body-check.ts';
import { readAs } from '../upstream/read-as.ts';

export const requireEventOfDelivery =
  (rpc: Rpc): BodyCheck =>
  async (given, call) => {
    const { replayWebhookDelivery: operation } = gateway.operations;
    const { data: input } = operation.input.safeParse(given);
    if (!input) return;
    requireCaller(operation, call.actor, input.companyId);
    const delivery = await readAs(rpc, call)(gateway, 'getWebhookDelivery', input);
    const { companyId, eventId, service, seq } = delivery;
    const producer = serviceNames.find((name) => name === service);
    // A ping has no event.
    if (eventId === null || seq === null || !producer) return;
    const entry = await readEntry({ rpc, companyId, service: producer }, { seq, id: eventId });
    if (!entry) throw new Refusal('event_gone', { eventId });
  };
