/** An event on the stream is a CloudEvent 1.0 in structured mode, with extension attributes. */
import { EventRecord } from '@muster/contracts';
import { z } from 'zod';
import type { LoggedEvent } from './logged-event.ts';

const CloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string().startsWith('/muster/'),
  type: z.string(),
  subject: z.string(),
  time: z.string(),
  datacontenttype: z.literal('application/json'),
  data: z.record(z.string(), z.unknown()),
  companyid: z.string(),
  sequence: z.int(),
  schemaversion: z.int(),
  entitytype: z.string(),
  actortype: z.string(),
  actorid: z.string(),
  actorname: z.string(),
  runid: z.string().nullish(),
  requestid: z.string().nullish(),
  clientrequestid: z.string().nullish(),
  causedby: z.string().nullish(),
  traceparent: z.string().nullish(),
});
type CloudEvent = z.input<typeof CloudEvent>;

/** The payload is the text that the log has, and is not parsed for it. */
export function toCloudEvent(event: LoggedEvent & Pick<EventRecord, 'producer'>): string {
  const before = JSON.stringify({
    specversion: '1.0',
    id: event.id,
    source: `/muster/${event.producer}`,
    type: event.type,
    subject: event.entityId,
    time: event.occurredAt,
    datacontenttype: 'application/json',
  } satisfies Partial<CloudEvent>);
  const after = JSON.stringify({
    companyid: event.companyId,
    sequence: event.seq,
    schemaversion: event.version,
    entitytype: event.entityType,
    actortype: event.actorType,
    actorid: event.actorId,
    actorname: event.actorName,
    runid: event.runId ?? undefined,
    requestid: event.requestId ?? undefined,
    clientrequestid: event.clientRequestId ?? undefined,
    causedby: event.causedBy ?? undefined,
    traceparent: event.traceparent ?? undefined,
  } satisfies Partial<CloudEvent>);
  return `${before.slice(0, -1)},"data":${event.payload},${after.slice(1)}`;
}

/** Throws if the text is not one of our events. */
export function fromCloudEvent(text: string): EventRecord {
  const event = CloudEvent.parse(JSON.parse(text));
  return EventRecord.parse({
    id: event.id,
    producer: event.source.slice('/muster/'.length),
    companyId: event.companyid,
    seq: event.sequence,
    type: event.type,
    version: event.schemaversion,
    entityType: event.entitytype,
    entityId: event.subject,
    actorType: event.actortype,
    actorId: event.actorid,
    actorName: event.actorname,
    runId: event.runid ?? null,
    requestId: event.requestid ?? null,
    ...(event.clientrequestid ? { clientRequestId: event.clientrequestid } : {}),
    causedBy: event.causedby ?? null,
    payload: event.data,
    traceparent: event.traceparent ?? null,
    occurredAt: event.time,
  });
}
