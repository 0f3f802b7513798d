/** A replay reads its event from the log again, and is refused where that is gone by now. */
import { checkCaller, gateway, Refusal, serviceNames } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { readEntry } from '../live/read-log.ts';
import { asker } from './asker.ts';
import type { BodyCheck } from './body-checks.ts';

export const eventOfDeliveryExists = (rpc: Rpc): BodyCheck => async (given, onBehalf) => {
  const { replayWebhookDelivery: operation } = gateway.operations;
  const { data: input } = operation.input.safeParse(given);
  if (!input) return;
  checkCaller(operation, onBehalf.actor, input.companyId);
  const delivery = await asker(rpc, onBehalf)(gateway, 'getWebhookDelivery', input);
  const { companyId, eventId, service, seq } = delivery;
  const producer = serviceNames.find((name) => name === service);
  // A ping, which has no event.
  if (eventId === null || seq === null || !producer) return;
  const entry = await readEntry({ rpc, companyId, service: producer }, { seq, id: eventId });
  if (!entry) throw new Refusal('event_gone', { eventId });
};
