/**
 * The process that agents are children of. It is small, so that starting one costs little: to
 * start a child, a process is copied with all that it has in memory. It outlives its worker by the
 * seconds that it takes to end what the worker has left behind.
 */
import type { FromSupervisor, ToSupervisor } from './messages.ts';
import { startGroup, type Group } from './process-group.ts';

/** Between asking the groups of a dead worker to end and ending them. */
const ORPHAN_GRACE_MS = 2_000;

process.title = 'muster-supervisor';
// Who ends a worker and all that belongs to it means the worker: this one goes when that has gone.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => undefined);
}

const groups = new Map<number, Group>();

/**
 * Tells whether it is on its way: what is in the channel is read even if this process ends.
 */
const tell = (message: FromSupervisor): Promise<boolean> =>
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
    launched: (pid) => tell({ kind: 'launched', id, pid }),
    output: (stream, bytes) => tell({ kind: 'output', id, stream, bytes }),
  });
  groups.set(id, group);
  void group.ended.then((outcome) => {
    groups.delete(id);
    return tell({ kind: 'ended', id, outcome });
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
