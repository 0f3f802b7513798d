/**
 * Messages over a socket, the same for both sides. What does not parse closes the connection, and
 * so does silence: each side sends an empty frame when it has had nothing to say for a while, so
 * that a cut connection or a stopped process is noticed in seconds.
 */
import type { Socket } from 'node:net';
import type { z } from 'zod';
import { emptyFrame, faultsOf, frameOf, messageIn, openFrameReader } from './frame-bytes.ts';

/** Interval at which a side says that it lives. */
const ALIVE_EVERY_MS = 2_000;
/** Several missed signs of life: a busy machine delays one or two. */
export const SILENCE_MAX_MS = 8_000;
/** Until the other side has read what was sent before an orderly close. */
const LAST_WORDS_MS = 1_000;

/**
 * Why a connection is over. `closed`: by one of the sides. `silent`: nothing was heard of the other
 * side for SILENCE_MAX_MS. `malformed`: it sent what is not a message. `failed`: the network or TLS.
 */
export interface Closed {
  readonly reason: 'closed' | 'silent' | 'malformed' | 'failed';
  /** For logs; it holds nothing of what was sent. */
  readonly detail: string;
}

export interface Frames<Out> {
  /**
   * Resolves when the message has been handed to the network and the next one can be sent: to
   * whether it was, false if the connection is over. Rejects with a FrameError if the message is
   * too long; nothing is sent then.
   */
  send(message: Out): Promise<boolean>;
  /** Sends what was given to `send`, and closes. */
  close(): void;
  readonly closed: Promise<Closed>;
}

export interface FrameListener<In> {
  readonly receives: z.ZodType<In>;
  readonly onMessage: (message: In) => void;
}

export function openFrames<Out, In>(
  socket: Socket,
  { receives, onMessage }: FrameListener<In>,
): Frames<Out> {
  let over: Closed = { reason: 'closed', detail: 'the connection was closed' };
  const end = (reason: Closed['reason'], detail: string): void => {
    if (socket.destroyed) return;
    over = { reason, detail };
    socket.destroy();
  };
  const parse = openParser(receives);
  const silence = setTimeout(
    () => end('silent', `nothing was heard for ${SILENCE_MAX_MS} ms`),
    SILENCE_MAX_MS,
  );
  const alive = setInterval(() => {
    // With output that waits to be sent, the other side hears of this one by it.
    if (socket.writable && !socket.writableNeedDrain) socket.write(emptyFrame);
  }, ALIVE_EVERY_MS);
  const closed = new Promise<Closed>((resolve) => {
    socket.once('close', () => {
      clearTimeout(silence);
      clearInterval(alive);
      resolve(over);
    });
  });
  socket.on('error', ({ message }) => {
    if (over.reason === 'closed') over = { reason: 'failed', detail: message };
  });
  socket.on('data', (bytes: Buffer) => {
    silence.refresh();
    const { messages, fault } = parse(bytes);
    for (const message of messages) if (!socket.destroyed) onMessage(message);
    if (fault !== undefined) end('malformed', fault);
  });
  socket.once('end', () => end('closed', 'the other side closed the connection'));
  return {
    send: async (message) => {
      const frame = frameOf(message);
      return new Promise((resolve) => {
        socket.write(frame, (error) => resolve(!error));
      });
    },
    close() {
      socket.end(() => socket.destroy());
      setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref();
    },
    closed,
  };
}

interface Parsed<In> {
  readonly messages: In[];
  /** Why what follows these messages cannot be read. */
  readonly fault?: string;
}

function openParser<In>(receives: z.ZodType<In>): (bytes: Buffer) => Parsed<In> {
  const read = openFrameReader();
  return (bytes) => {
    const messages: In[] = [];
    try {
      for (const body of read(bytes)) {
        const parsed = receives.safeParse(messageIn(body));
        if (!parsed.success) return { messages, fault: faultsOf(parsed.error) };
        messages.push(parsed.data);
      }
      return { messages };
    } catch (error) {
      return { messages, fault: error instanceof Error ? error.message : 'no message' };
    }
  };
}
