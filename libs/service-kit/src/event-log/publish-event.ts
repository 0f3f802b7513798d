/** Publishing one event to JetStream. */
import type { ServiceName } from '@muster/contracts';
import { messageIdOf } from '../nats/message-id.ts';
import type { StreamPublisher } from '../nats/stream-publisher.ts';
import { partitionOf, type Subjects } from '../nats/subjects.ts';
import { traced, type Tracer } from '../telemetry/span.ts';
import { publishSpan } from '../telemetry/span-names.ts';
import { toCloudEvent } from './cloud-event.ts';
import type { LoggedEvent } from './logged-event.ts';

export interface PublishOptions {
  readonly producer: ServiceName;
  readonly stream: StreamPublisher;
  readonly subjects: Subjects;
  readonly tracer?: Tracer | undefined;
}

/** The consumer of the message continues the trace under the span of the publication. */
export function publishEvent(
  { producer, subjects, stream, tracer }: PublishOptions,
  event: LoggedEvent,
): ReturnType<StreamPublisher['publish']> {
  const { companyId, seq, type, traceparent } = event;
  const send = (parent: string | null) =>
    stream.publish({
      subject: subjects.event(producer, partitionOf(companyId), type),
      body: toCloudEvent({ ...event, producer, traceparent: parent }),
      id: messageIdOf({ producer, companyId, seq }),
    });
  if (!tracer || !traceparent) return send(traceparent);
  const span = tracer.startSpan(publishSpan(event), traceparent);
  return traced(span, () => send(span.traceparent));
}
