/** A client of a company's event stream, which may disconnect at any moment. */
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Activity } from '@muster/contracts';
import { BOARD_TOKEN } from './open-gateway.ts';

export interface StreamEvent {
  /** The cursor after it. */
  readonly id: string;
  readonly event: string;
  // oxlint-disable-next-line no-explicit-any -- problems and activities are read alike
  readonly data: any;
}

export interface EventStream {
  readonly response: IncomingMessage;
  readonly received: readonly StreamEvent[];
  /** The newest cursor, whether an event came with it or not. */
  cursor(): string;
  /** Resolves when that many events were received or the stream has ended. */
  until(count: number): Promise<void>;
  readonly ended: Promise<void>;
  /** Starts reading a paused stream. */
  read(): void;
  /** Closes the connection. */
  disconnect(): void;
}

export interface OpenStreamOptions {
  readonly token?: string;
  readonly cursor?: string;
  readonly query?: string;
  /** Of a stream of several companies. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Reads nothing until `read` is called. */
  readonly paused?: boolean;
}

export async function openStream(
  url: string,
  companyId: string,
  {
    token = BOARD_TOKEN,
    cursor,
    query = '',
    path = `/api/companies/${companyId}/events`,
    headers = {},
    paused = false,
  }: OpenStreamOptions = {},
): Promise<EventStream> {
  const received: StreamEvent[] = [];
  const state = { cursor: cursor ?? '', rest: '', over: false };
  const waiting = new Set<() => void>();
  const notify = (): void => {
    for (const check of waiting) check();
  };
  const sent = request(`${url}${path}${query}`, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...headers,
      ...(cursor === undefined ? {} : { 'last-event-id': cursor }),
    },
    agent: false,
  });
  const response = await answerTo(sent);
  const first = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => {
    response.once('close', () => {
      state.over = true;
      first.resolve();
      notify();
      resolve();
    });
  });
  response.on('error', () => undefined);
  response.setEncoding('utf8');
  const read = (text: string): void => {
    const blocks = (state.rest + text).split('\n\n');
    state.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const { id, data, event } = fieldsOf(block);
      if (id !== undefined) state.cursor = id;
      if (data !== undefined) {
        received.push({ id: state.cursor, event: event ?? 'message', data: JSON.parse(data) });
      }
    }
    first.resolve();
    notify();
  };
  if (!paused) response.on('data', read);
  if (!paused && response.statusCode === 200) await first.promise;
  return {
    response,
    received,
    cursor: () => state.cursor,
    until: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (received.length < count && !state.over) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    ended,
    read: () => void response.on('data', read),
    disconnect: () => void sent.destroy(),
  };
}

const answerTo = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
    sent.end();
  });

const fieldsOf = (block: string): Record<string, string | undefined> =>
  Object.fromEntries(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => {
        const at = line.indexOf(': ');
        return [line.slice(0, at), line.slice(at + 2)];
      }),
  );

export const activitiesIn = ({ received }: Pick<EventStream, 'received'>): Activity[] =>
  received.filter(({ event }) => event === 'message').map(({ data }) => data as Activity);
