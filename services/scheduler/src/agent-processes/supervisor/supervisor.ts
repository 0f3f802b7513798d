/**
 * The worker's side of its supervisor, which is started with the first program. When the supervisor
 * dies, its programs are killed here because their outcome could not be known any more; the next
 * program starts another supervisor.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome, OutputStream, StopSignal } from '../adapter.ts';
import type { FromSupervisor, Program, ToSupervisor } from './messages.ts';
import { signalGroup } from './process-group.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** It needs no configuration; a variable that it does not get it cannot leak. */
const INHERITED = ['PATH', 'NODE_COMPILE_CACHE'];

export interface Launch extends Program {
  /** Its reason is a StopSignal. */
  readonly signal: AbortSignal;
  readonly onOutput: (stream: OutputStream, bytes: Buffer) => void;
}

export interface Supervisor {
  /** Resolves when the program and everything that it has started are gone. */
  run(launch: Launch): Promise<Outcome>;
  /** Programs that still run are ended shortly after. */
  close(): void;
}

interface Running {
  readonly onOutput: Launch['onOutput'];
  readonly end: (outcome: Outcome) => void;
  pid?: number;
}

/** Counts as a lost lease: the run is retried. */
const supervisorEnded: Outcome = {
  status: 'cancelled',
  exitCode: null,
  signal: null,
  errorCode: 'lease_lost',
  error: 'The supervisor of this agent has ended',
};

export function openSupervisor(): Supervisor {
  const running = new Map<number, Running>();
  let count = 0;
  let child: ChildProcess | undefined;

  const onExit = (): void => {
    child = undefined;
    for (const { pid, end } of running.values()) {
      signalGroup(pid, 'SIGKILL');
      end(supervisorEnded);
    }
  };
  const send = (message: ToSupervisor): void => {
    child ??= startProcess((received) => receive(running.get(received.id), received), onExit);
    // A message to a supervisor that has just ended is lost; its exit is the answer.
    child.send(message, () => undefined);
  };

  return {
    async run({ signal, onOutput, ...program }) {
      const id = (count += 1);
      const stop = (): void => send({ kind: 'stop', id, why: signal.reason as StopSignal });
      const ended = new Promise<Outcome>((end) => running.set(id, { onOutput, end }));
      send({ kind: 'launch', id, program });
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      const outcome = await ended;
      signal.removeEventListener('abort', stop);
      running.delete(id);
      return outcome;
    },
    close: () => child?.disconnect(),
  };
}

/** In a process group of its own: a signal to the worker's group does not end it. */
function startProcess(
  onMessage: (message: FromSupervisor) => void,
  onExit: () => void,
): ChildProcess {
  const env = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const child = fork(MAIN, [], {
    cwd: '/',
    env,
    execArgv: [],
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', onMessage);
  child.once('exit', onExit);
  // It could not be started.
  child.on('error', () => child.pid === undefined && onExit());
  child.unref();
  child.channel?.unref();
  return child;
}

function receive(program: Running | undefined, message: FromSupervisor): void {
  if (!program) {
    // From a supervisor that has ended: its last messages may arrive after its exit.
    if (message.kind === 'launched') signalGroup(message.pid, 'SIGKILL');
    return;
  }
  if (message.kind === 'launched') program.pid = message.pid;
  else if (message.kind === 'output') program.onOutput(message.stream, message.bytes);
  else program.end(message.outcome);
}
