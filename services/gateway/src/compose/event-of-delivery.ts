/** A replay reads its event from the log again, and is refused where that is gone by now. */
import { checkCaller, gateway, Refusal, serviceNames } from '@muster/contracts';
import { callOperation, type Rpc } from '@muster/service-kit';
import { readEntry } from '../live/read-log.ts';
import type { BodyCheck } from './body-checks.ts';

const { getWebhookDelivery: operation } = gateway.operations;

export const eventOfDeliveryExists = (rpc: Rpc): BodyCheck => async (given, onBehalf) => {
  const { data: input } = operation.input.safeParse(given);
  if (!input) return;
  const { actor, requestId, traceparent } = onBehalf;
  checkCaller(gateway.operations.replayWebhookDelivery, actor, input.companyId);
  const { companyId, eventId, service, seq } = operation.output.parse(await callOperation(
    rpc, gateway.name, 'getWebhookDelivery', operation, input, { actor, requestId, traceparent },
  ));
  const producer = serviceNames.find((name) => name === service);
  // A ping, which has no event.
  if (eventId === null || seq === null || !producer) return;
  const entry = await readEntry({ rpc, companyId, service: producer }, { seq, id: eventId });
  if (!entry) throw new Refusal('event_gone', { eventId });
};
