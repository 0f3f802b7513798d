/** What the autoscaler reads: events for a service that none of its processes has taken from the stream. */
import { PARTITIONS, type RunningService } from '@muster/service-kit';
import { jetstreamManager } from '@nats-io/jetstream';

export async function pendingEvents({ runtime }: RunningService): Promise<number> {
  const { nats, subjects, name } = runtime;
  const manager = await jetstreamManager(nats);
  const infos = await Promise.all(
    Array.from({ length: PARTITIONS }, (_, partition) =>
      manager.consumers.info(subjects.stream, subjects.durable(name, partition)),
    ),
  );
  return infos.reduce((sum, { num_pending }) => sum + num_pending, 0);
}
