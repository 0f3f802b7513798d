/**
 * The parent process of all programs of a runner. It is small because starting a child copies the
 * memory of its parent. It outlives its runner by the few seconds that it needs to end the programs
 * that the runner has left, and it ends each program whose lease is not renewed, so that a runner
 * that is stopped cannot keep a run that another one has by then.
 */
import { openLease, type Lease } from '../lease.ts';
import type { FromSupervisor, ToSupervisor } from './messages.ts';
import { openTap, type Tap } from './output.ts';
import { startGroup, type ProcessGroup } from './process-group.ts';

/** Between asking the groups of a dead runner to end and ending them. */
const ORPHAN_GRACE_MS = 2_000;

interface Member {
  readonly group: ProcessGroup;
  readonly tap: Tap;
  readonly begin: (may: boolean) => void;
  readonly lease: Lease;
}

process.title = 'muster-supervisor';
// A signal to the runner's process group is meant for the runner: this process ends after it.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => undefined);
}

const members = new Map<number, Member>();

/** Resolves to whether it was sent: the channel is read to its end even if this process ends. */
const send = (message: FromSupervisor): Promise<boolean> =>
  new Promise((resolve) => {
    if (!process.connected) resolve(false);
    else process.send?.(message, undefined, undefined, (error) => resolve(error === null));
  });

function launch({ id, program, leaseMs }: Extract<ToSupervisor, { kind: 'launch' }>): void {
  const { promise: mayBegin, resolve: begin } = Promise.withResolvers<boolean>();
  const tap = openTap((stream, bytes) => send({ kind: 'output', id, stream, bytes }));
  const group = startGroup(program, tap, async (pid) => {
    const isSent = await send({ kind: 'launched', id, pid });
    return isSent && mayBegin;
  });
  const lease = openLease(leaseMs, () => group.expire());
  const member: Member = { group, tap, begin, lease };
  members.set(id, member);
  void group.ended.then((outcome) => {
    members.delete(id);
    lease.end();
    return send({ kind: 'ended', id, outcome });
  });
}

process.on('message', (message: ToSupervisor) => {
  if (message.kind === 'launch') return launch(message);
  const member = members.get(message.id);
  if (!member) return;
  switch (message.kind) {
    case 'begin':
      return member.begin(message.may);
    case 'renew':
      member.lease.renew(message.leaseMs);
      return;
    case 'input':
      return member.group.input(message.bytes, message.end);
    case 'pause':
      return member.tap.pause();
    case 'resume':
      return member.tap.resume();
    case 'stop':
      return member.group.stop(message.why);
    default:
      return message satisfies never;
  }
});

process.once('disconnect', () => {
  const end = (signal: NodeJS.Signals): void => {
    for (const { group } of members.values()) group.signal(signal);
  };
  const all = Promise.all([...members.values()].map(({ group }) => group.ended));
  for (const { begin, tap } of members.values()) {
    begin(false);
    tap.resume();
  }
  end('SIGTERM');
  setTimeout(() => end('SIGKILL'), ORPHAN_GRACE_MS);
  // Nothing is left to be written, and an orderly exit of Node has been seen to wait for its own threads.
  void all.then(() => process.kill(process.pid, 'SIGKILL'));
});
