/**
 * The yardstick's program: an HTTP server that does nothing for a request but send the statements of
 * its row, and answers with the rows as JSON. It gets the plays from the process that has started it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPlayer, type Outcome, type Player } from './connections.ts';
import type { Play } from './plays.ts';

export interface Order {
  readonly databaseUrl: string;
  /** By row: its plays. Of a race, the play of the winner and that of the others. */
  readonly plays: Readonly<Record<string, readonly Play[]>>;
}

/** The order of the parts of a path after the row and the client. */
export const HOLES = [
  'companyId',
  'agentId',
  'issueId',
  'identifier',
  'rareWord',
  'priority',
] as const;

/** Connections stay open while other rows are measured. */
const PATIENT = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 };

function answer(player: Player, { plays }: Order, path: string): Promise<Outcome> {
  const [, row = '', client = '', ...values] = path.split('/');
  const ids = new Map<string, string>();
  for (const [index, hole] of HOLES.entries()) ids.set(hole, values[index] ?? '');
  const all = plays[row] ?? [];
  const [first, second] = all;
  if (!first?.isTransaction) return player.read(all, ids);
  return second ? player.race(client, first, second, ids) : player.write(client, first, ids);
}

process.once('message', (order: Order) => {
  const player = openPlayer(order.databaseUrl);
  const server = createServer(PATIENT, (request, response) => {
    const send = (status: number, body: string): void => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    };
    request.resume();
    answer(player, order, request.url ?? '').then(
      (outcome) =>
        outcome === 'missed' ? send(409, '{"missed":true}') : send(200, JSON.stringify(outcome)),
      (error: Error) => send(500, JSON.stringify({ error: error.message })),
    );
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
