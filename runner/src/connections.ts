/** The schedulers that are connected. */
import type {
  AfterHello,
  Closed,
  Listening,
  ListenOptions,
  SchedulerConnection,
} from '@muster/runner-protocol';
import type { Logger } from '@muster/service-kit/program';
import type { Measures } from './measure.ts';
import type { Registry } from './runs/registry.ts';

export interface Connections extends Pick<ListenOptions, 'onScheduler' | 'onRefused'> {
  /** Takes no further scheduler, and closes the connections to those that are there. */
  close(listening: Listening): Promise<void>;
}

export function openConnections(
  registry: Registry,
  { connections, connectionsEnded }: Measures['metrics'],
  log: Logger,
): Connections {
  const open = new Set<SchedulerConnection>();
  const disconnected = (connection: SchedulerConnection, { reason, detail }: Closed): void => {
    open.delete(connection);
    registry.leave(connection);
    connections.set(open.size);
    connectionsEnded.inc({ reason });
    log.info({ scheduler: connection.scheduler, reason, detail }, 'scheduler disconnected');
  };
  return {
    onScheduler(connection) {
      open.add(connection);
      connections.set(open.size);
      log.info({ scheduler: connection.scheduler }, 'scheduler connected');
      void connection.closed.then((why) => disconnected(connection, why));
      return (message: AfterHello) => registry.receive(connection, message);
    },
    onRefused({ detail }) {
      connectionsEnded.inc({ reason: 'refused' });
      log.warn({ detail }, 'connection refused');
    },
    async close(listening) {
      listening.close();
      for (const connection of open) connection.close();
      await Promise.all([...open].map(({ closed }) => closed));
    },
  };
}
