/**
 * The parent process of all agents of a worker. It is small because starting a child copies the
 * memory of its parent. It outlives its worker by the few seconds that it needs to end the agents
 * that the worker has left.
 */
import type { FromSupervisor, ToSupervisor } from './messages.ts';
import { startGroup, type ProcessGroup } from './process-group.ts';

/** Between asking the groups of a dead worker to end and ending them. */
const ORPHAN_GRACE_MS = 2_000;

process.title = 'muster-supervisor';
// A signal to the worker's process group is meant for the worker: this process ends after it.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => undefined);
}

const groups = new Map<number, ProcessGroup>();

/** Resolves to whether it was sent: the channel is read to its end even if this process ends. */
const send = (message: FromSupervisor): Promise<boolean> =>
  new Promise((resolve) => {
    if (!process.connected) resolve(false);
    else process.send?.(message, undefined, undefined, (error) => resolve(error === null));
  });

process.on('message', (message: ToSupervisor) => {
  const { id } = message;
  if (message.kind === 'stop') {
    groups.get(id)?.stop(message.why);
    return;
  }
  const group = startGroup(message.program, {
    launched: (pid) => send({ kind: 'launched', id, pid }),
    output: (stream, bytes) => send({ kind: 'output', id, stream, bytes }),
  });
  groups.set(id, group);
  void group.ended.then((outcome) => {
    groups.delete(id);
    return send({ kind: 'ended', id, outcome });
  });
});

process.once('disconnect', () => {
  const end = (signal: NodeJS.Signals): void => {
    for (const group of groups.values()) group.signal(signal);
  };
  const all = Promise.all([...groups.values()].map(({ ended }) => ended));
  end('SIGTERM');
  setTimeout(() => end('SIGKILL'), ORPHAN_GRACE_MS);
  void all.then(() => process.exit());
});
