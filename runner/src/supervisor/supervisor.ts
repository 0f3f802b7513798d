/**
 * The runner's side of its supervisor, which is started with the first program. When the supervisor
 * dies, its programs are killed here because their outcome could not be known any more; the next
 * program starts another supervisor.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome, OutputStream, StopSignal } from '@muster/runner-protocol';
import { stopped } from '../outcome.ts';
import type { FromSupervisor, GroupProgram, ToSupervisor } from './messages.ts';
import { signalProgram } from './signal-program.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** It needs no configuration; a variable that it does not get it cannot leak. */
const INHERITED = ['PATH', 'NODE_COMPILE_CACHE'];

export interface GroupListener {
  /** The group of this number exists. Resolves to whether the program may begin. */
  launched(pid: number): Promise<boolean>;
  output(stream: OutputStream, bytes: Buffer): void;
}

export interface SupervisedProgram {
  /** Resolves when the program and the rest of its group are gone, after the last output. */
  readonly ended: Promise<Outcome>;
  stop(why: StopSignal): void;
  /** The program is ended after this time without a further renewal. */
  renew(leaseMs: number): void;
  /** Where it keeps its input: `end` closes that. */
  input(bytes: Uint8Array, end: boolean): void;
  /** Its output is not read any more; some may be on its way. */
  pause(): void;
  resume(): void;
}

export interface Supervisor {
  launch(program: GroupProgram, leaseMs: number, listener: GroupListener): SupervisedProgram;
  /** Programs that still run are ended shortly after. */
  close(): void;
}

interface Running {
  readonly listener: GroupListener;
  readonly end: (outcome: Outcome) => void;
  pid?: number;
}

/** Counts as a lost lease: the run is retried. */
const supervisorEnded = stopped('lease_lost', 'The supervisor of this agent has ended');

/** @param launcher starts the supervisor; what it takes away, no program has */
export function openSupervisor(launcher: readonly string[] = []): Supervisor {
  const running = new Map<number, Running>();
  let count = 0;
  let child: ChildProcess | undefined;

  const onExit = (): void => {
    child = undefined;
    for (const { pid, end } of running.values()) {
      signalProgram(pid, 'SIGKILL');
      end(supervisorEnded);
    }
  };
  const send = (message: ToSupervisor): void => {
    // A message to a supervisor that has just ended is lost; its exit is the answer.
    child?.send(message, () => undefined);
  };
  const receive = (message: FromSupervisor): void => {
    const { id } = message;
    const program = running.get(id);
    if (!program) {
      // From a supervisor that has ended: its last messages may arrive after its exit.
      if (message.kind === 'launched') signalProgram(message.pid, 'SIGKILL');
    } else if (message.kind === 'launched') {
      program.pid = message.pid;
      void program.listener.launched(message.pid).then((may) => send({ kind: 'begin', id, may }));
    } else if (message.kind === 'output') {
      program.listener.output(message.stream, message.bytes);
    } else {
      program.end(message.outcome);
    }
  };

  return {
    launch(program, leaseMs, listener) {
      const id = (count += 1);
      const { promise, resolve: end } = Promise.withResolvers<Outcome>();
      running.set(id, { listener, end });
      child ??= startProcess(launcher, receive, onExit);
      send({ kind: 'launch', id, program, leaseMs });
      return {
        ended: promise.finally(() => running.delete(id)),
        stop: (why) => send({ kind: 'stop', id, why }),
        renew: (ms) => send({ kind: 'renew', id, leaseMs: ms }),
        input: (bytes, isLast) => send({ kind: 'input', id, bytes, end: isLast }),
        pause: () => send({ kind: 'pause', id }),
        resume: () => send({ kind: 'resume', id }),
      };
    },
    close: () => child?.disconnect(),
  };
}

/** In a process group of its own: a signal to the runner's group does not end it. */
function startProcess(
  launcher: readonly string[],
  onMessage: (message: FromSupervisor) => void,
  onExit: () => void,
): ChildProcess {
  const env = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const [execPath = process.execPath, ...wrapper] = launcher;
  const child = fork(MAIN, [], {
    cwd: '/',
    env,
    execPath,
    execArgv: launcher.length === 0 ? [] : [...wrapper, process.execPath],
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
