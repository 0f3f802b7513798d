/**
 * The worker's end of its supervisor, which is there from the first program on. When it dies, what
 * it answered for is ended here: nobody could tell any more how it ends. The next program has
 * another one.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Outcome, OutputStream, StopSignal } from '../adapters/adapter.ts';
import type { FromSupervisor, Program, ToSupervisor } from './messages.ts';
import { signalGroup } from './process-group.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** It reads no configuration, and what it is not given it cannot show. */
const INHERITED = ['PATH', 'NODE_COMPILE_CACHE'];

export interface Launch extends Program {
  /** Its reason is a StopSignal. */
  readonly signal: AbortSignal;
  readonly onOutput: (stream: OutputStream, bytes: Buffer) => void;
}

export interface Supervisor {
  /** Resolves when the program and everything that it has started are gone. */
  run(launch: Launch): Promise<Outcome>;
  /** What still runs is ended in a moment. */
  close(): void;
}

interface Running {
  readonly onOutput: Launch['onOutput'];
  readonly end: (outcome: Outcome) => void;
  pid?: number;
}

/** The run is not ours any more, and is taken up again. */
const lost: Outcome = {
  status: 'cancelled', exitCode: null, signal: null, errorCode: 'taken',
  error: 'The supervisor of this agent has ended',
};

export function openSupervisor(): Supervisor {
  const running = new Map<number, Running>();
  let count = 0;
  let child: ChildProcess | undefined;

  const gone = (): void => {
    child = undefined;
    for (const { pid, end } of running.values()) {
      signalGroup(pid, 'SIGKILL');
      end(lost);
    }
  };
  const tell = (message: ToSupervisor): void => {
    child ??= startProcess((said) => hear(running.get(said.id), said), gone);
    // What is told to one that has just ended is lost with it, and its exit is the answer.
    child.send(message, () => undefined);
  };

  return {
    async run({ signal, onOutput, ...program }) {
      const id = (count += 1);
      const stop = (): void => tell({ kind: 'stop', id, why: signal.reason as StopSignal });
      const ended = new Promise<Outcome>((end) => running.set(id, { onOutput, end }));
      tell({ kind: 'launch', id, program });
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

/** In a group of its own: what ends its worker's group does not end it. */
function startProcess(heard: (message: FromSupervisor) => void, gone: () => void): ChildProcess {
  const env = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const child = fork(MAIN, [], {
    cwd: '/', env, execArgv: [], detached: true, serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', heard);
  child.once('exit', gone);
  // It could not even be started.
  child.on('error', () => child.pid === undefined && gone());
  child.unref();
  child.channel?.unref();
  return child;
}

function hear(program: Running | undefined, message: FromSupervisor): void {
  if (!program) {
    // Told by one that has ended: its last words may be heard after its exit.
    if (message.kind === 'launched') signalGroup(message.pid, 'SIGKILL');
    return;
  }
  if (message.kind === 'launched') program.pid = message.pid;
  else if (message.kind === 'output') program.onOutput(message.stream, message.bytes);
  else program.end(message.outcome);
}
