/** The provenance of writes that reactions make: actor, cause and trace. */
import type { Actor, Contract, EventRecord } from '@muster/contracts';
import type { Provenance } from '../context.ts';

const serviceActor = ({ name }: Contract): Actor => ({ type: 'service', id: name, name });

/** A write of the service itself, without a cause. */
export const ofService = (contract: Contract): Provenance => ({
  actor: serviceActor(contract),
  runId: null,
  requestId: null,
  clientRequestId: null,
  causedBy: null,
  traceparent: null,
});

/** A reaction acts as the service, caused by the event, in the event's trace. */
export const causedByEvent = (contract: Contract, event: EventRecord): Provenance => ({
  actor: serviceActor(contract),
  runId: event.runId,
  requestId: event.requestId,
  clientRequestId: event.clientRequestId ?? null,
  causedBy: event.id,
  traceparent: event.traceparent,
});
