/** What a caller can ask of, and do to, the processes of a running stack. */
import type { Servers } from '@muster/local-servers';
import type { Replica } from './replica.ts';
import type { ProcessName } from './service-names.ts';

export interface Controls {
  /** Every running process, including servers. Replicas count from 1. */
  pids(): { name: string; replica: number; pid: number }[];
  /** Ops URL of each process of a service, and of the runner. */
  readonly opsUrls: readonly { service: string; replica: number; url: string }[];
  /** Signals the process of a replica, or of all of them; a killed process is restarted. */
  kill(name: ProcessName, replica?: number, signal?: NodeJS.Signals): void;
  pause(name: ProcessName, replica?: number): void;
  resume(name: ProcessName, replica?: number): void;
  whenReady(name?: ProcessName): Promise<void>;
}

export function controlsOf(replicas: readonly Replica[], servers: Servers): Controls {
  const chosen = (name?: ProcessName, number?: number) =>
    replicas.filter(
      (replica) =>
        (name === undefined || replica.opsUrls.some(({ service }) => service === name)) &&
        (number === undefined || replica.number === number),
    );
  const send = (signal: NodeJS.Signals, name: ProcessName, number?: number) => {
    for (const replica of chosen(name, number)) replica.signal(signal);
  };
  return {
    pids: () =>
      [
        ...replicas.map(({ name, number, pid }) => ({ name, replica: number, pid })),
        { name: 'postgres', replica: 1, pid: servers.postgres.pid },
        { name: 'nats', replica: 1, pid: servers.nats.pid },
        { name: 'redis', replica: 1, pid: servers.redis?.pid },
      ].flatMap(({ pid, ...rest }) => (pid === undefined ? [] : [{ ...rest, pid }])),
    opsUrls: replicas.flatMap(({ number, opsUrls }) =>
      opsUrls.map(({ service, url }) => ({ service, replica: number, url })),
    ),
    kill: (name, replica, signal = 'SIGKILL') => send(signal, name, replica),
    pause: (name, replica) => send('SIGSTOP', name, replica),
    resume: (name, replica) => send('SIGCONT', name, replica),
    whenReady: async (name) => {
      await Promise.all(chosen(name).map((replica) => replica.whenReady()));
    },
  };
}

/**
 * The runner stops first: its programs may finish with all services there, and their ends are
 * recorded. Gateways are next, and the other services still answer while they drain.
 */
export async function endInOrder(replicas: readonly Replica[]): Promise<void> {
  const stageOf = ({ name }: Replica): number =>
    name === 'runner' ? 0 : name === 'gateway' ? 1 : 2;
  for (const stage of [0, 1, 2]) {
    const ending = replicas.filter((replica) => stageOf(replica) === stage);
    await Promise.all(ending.map((replica) => replica.stop()));
  }
}
