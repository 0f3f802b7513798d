/** Writes server-sent events, each with the cursor after it. */
import type { ServerResponse } from 'node:http';
import { problemOf, Refusal } from '@muster/contracts';
import type { Positions } from './domain/feed-position.ts';
import type { CursorForm, PositionsOf } from './feed-cursor.ts';

/** Reconnection delay of clients, spread so that they do not all return at once. */
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 3_000;

export const retryHint = (): string =>
  `retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n`;

export interface StreamWriter {
  /** Moves the cursor past an entry, whether it was sent or filtered out. */
  advance(companyId: string, positions: Positions): void;
  send(text: string): void;
  /** Sends an event without a cursor: a client does not resume after it. */
  sendNamed(name: string, text: string): void;
  sendProblem(name: string, error: unknown): void;
  /** Sends a comment, with the cursor if it has moved. */
  keepAlive(): void;
}

/** The first line has a cursor, and so has every keep-alive after which the cursor has moved. */
export function openStreamWriter(
  raw: ServerResponse,
  form: CursorForm,
  from: PositionsOf,
): StreamWriter {
  const current = new Map(from);
  let hasMoved = false;
  const id = (): string => {
    hasMoved = false;
    return `id: ${form.encode(current)}\n`;
  };
  const sendNamed = (name: string, text: string): void =>
    void raw.write(`event: ${name}\ndata: ${text}\n\n`);
  raw.write(`${retryHint()}${id()}\n`);
  return {
    advance(companyId, positions) {
      current.set(companyId, positions);
      hasMoved = true;
    },
    send: (text) => void raw.write(`${id()}data: ${text}\n\n`),
    sendNamed,
    sendProblem(name, error) {
      const problem = error instanceof Refusal ? problemOf(error) : problemOf(unavailable);
      sendNamed(name, JSON.stringify(problem));
    },
    keepAlive: () => void raw.write(hasMoved ? `:\n${id()}\n` : ':\n\n'),
  };
}

const unavailable = new Refusal('unavailable');
