/** A client of a company's stream of events, which may leave at any moment. */
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Activity } from '@muster/contracts';
import { BOARD_TOKEN } from './open-door.ts';

export interface Heard {
  /** The cursor behind it. */
  readonly id: string;
  readonly event: string;
  // oxlint-disable-next-line no-explicit-any -- problems and activities are looked into alike
  readonly data: any;
}

export interface Listener {
  readonly response: IncomingMessage;
  readonly heard: readonly Heard[];
  /** The newest cursor, whether an event came with it or not. */
  cursor(): string;
  /** Resolves when so many events have come, or the stream is over. */
  until(count: number): Promise<void>;
  readonly ended: Promise<void>;
  /** Begins to read where it has waited. */
  read(): void;
  /** Leaves without a word. */
  cut(): void;
}

export interface Listening {
  readonly token?: string;
  readonly cursor?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Reads nothing until it is told to. */
  readonly paused?: boolean;
}

export async function listen(
  url: string,
  companyId: string,
  { token = BOARD_TOKEN, cursor, query = '', headers = {}, paused = false }: Listening = {},
): Promise<Listener> {
  const heard: Heard[] = [];
  const state = { cursor: cursor ?? '', rest: '', over: false };
  const waiting = new Set<() => void>();
  const tell = (): void => {
    for (const look of waiting) look();
  };
  const sent = request(`${url}/api/companies/${companyId}/events${query}`, {
    headers: {
      authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers,
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
      tell();
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
        heard.push({ id: state.cursor, event: event ?? 'message', data: JSON.parse(data) });
      }
    }
    first.resolve();
    tell();
  };
  if (!paused) response.on('data', read);
  if (!paused && response.statusCode === 200) await first.promise;
  return {
    response,
    heard,
    cursor: () => state.cursor,
    until: (count) => new Promise((resolve) => {
      const look = (): void => {
        if (heard.length < count && !state.over) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    }),
    ended,
    read: () => void response.on('data', read),
    cut: () => void sent.destroy(),
  };
}

const answerTo = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
    sent.end();
  });

const fieldsOf = (block: string): Record<string, string | undefined> =>
  Object.fromEntries(block.split('\n').filter((line) => !line.startsWith(':')).map((line) => {
    const at = line.indexOf(': ');
    return [line.slice(0, at), line.slice(at + 2)];
  }));

export const activitiesIn = ({ heard }: Pick<Listener, 'heard'>): Activity[] =>
  heard.filter(({ event }) => event === 'message').map(({ data }) => data as Activity);
