/**
 * Where the output of a run goes: to the scheduler that has the run, each byte once, and after the
 * last of it the outcome. What is not stored yet is kept for the scheduler that adopts the run. When
 * too much is kept, the program is paused; and no more than BUFFER_MAX_BYTES is sent ahead of what
 * is stored.
 */
import {
  BUFFER_MAX_BYTES,
  type FromRunner,
  type Outcome,
  type OutputStream,
  type RunKey,
} from '@muster/runner-protocol';
import {
  openOutputBuffer,
  PAUSE_AT_BYTES,
  RESUME_AT_BYTES,
  type OutputBuffer,
} from './output-buffer.ts';

/** What a run needs of a connection. */
export interface Connection {
  send(message: FromRunner): Promise<boolean>;
}

/** The scheduler that has a run, as one connection. */
export interface Holder {
  readonly connection: Connection;
  readonly key: RunKey;
}

export interface Outlet {
  push(stream: OutputStream, bytes: Uint8Array): void;
  /** There is no more output. */
  end(outcome: Outcome): void;
  /** The output before this offset may be forgotten; nothing happens if it was not sent. */
  stored(offset: number): void;
  holder(): Holder | undefined;
  /** Of the first byte that is kept: what the next holder gets first. */
  start(): number;
  /** Cuts the former holder off. */
  handTo(holder: Holder): void;
  /** The connection is over. */
  leave(connection: Connection): void;
  bytes(): number;
}

export interface Valve {
  pause(): void;
  resume(): void;
}

export function openOutlet(first: Holder, valve: Valve): Outlet {
  const buffer = openOutputBuffer();
  let outcome: Outcome | undefined;
  let isPaused = false;
  let current: Feed | undefined = openFeed(first, buffer, () => outcome);
  return {
    push(stream, bytes) {
      buffer.push(stream, bytes);
      current?.pump();
      if (isPaused || buffer.cost() < PAUSE_AT_BYTES) return;
      isPaused = true;
      valve.pause();
    },
    end(last) {
      outcome = last;
      current?.pump();
    },
    stored(offset) {
      if (!current || offset > current.sentUntil()) return;
      buffer.forgetUntil(offset);
      current.pump();
      if (!isPaused || buffer.cost() > RESUME_AT_BYTES) return;
      isPaused = false;
      valve.resume();
    },
    holder: () => current?.holder,
    start: buffer.start,
    handTo(holder) {
      current?.cutOff();
      current = openFeed(holder, buffer, () => outcome);
      current.pump();
    },
    leave(connection) {
      if (current?.holder.connection === connection) current = undefined;
    },
    bytes: () => buffer.end() - buffer.start(),
  };
}

interface Feed {
  readonly holder: Holder;
  sentUntil(): number;
  /** Sends what there is to send; does nothing while it is at it already. */
  pump(): void;
  cutOff(): void;
}

function openFeed(
  holder: Holder,
  buffer: OutputBuffer,
  outcomeOf: () => Outcome | undefined,
): Feed {
  const { connection, key } = holder;
  let sentUntil = buffer.start();
  let isPumping = false;
  let isOver = false;
  const next = (): FromRunner | undefined => {
    // A program may print more than is kept before it hears that it is to pause.
    if (isOver || sentUntil - buffer.start() >= BUFFER_MAX_BYTES) return undefined;
    const piece = buffer.at(sentUntil);
    if (piece) {
      sentUntil += piece.bytes.length;
      return { kind: 'output', ...key, ...piece };
    }
    const outcome = outcomeOf();
    if (!outcome) return undefined;
    isOver = true;
    return { kind: 'ended', ...key, outcome };
  };
  const pump = async (): Promise<void> => {
    if (isPumping) return;
    isPumping = true;
    for (let message = next(); message; message = next()) {
      // What a connection that is over does not get, the next holder gets.
      if (!(await connection.send(message))) isOver = true;
    }
    isPumping = false;
  };
  return {
    holder,
    sentUntil: () => sentUntil,
    pump: () => void pump(),
    cutOff() {
      isOver = true;
    },
  };
}
