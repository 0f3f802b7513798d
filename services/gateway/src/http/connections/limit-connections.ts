/**
 * Limits the connections of the HTTP server: all, those of one address, and those of one address
 * that have not sent a first request. A connection above a limit gets an answer and is closed
 * without being parsed. A client that keeps too many idle connections is told with its next answer
 * that its connection closes; closing one that is idle could cost the client its next request.
 *
 * The connections of a trusted proxy carry many clients, so no limit by address applies to them.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@muster/contracts';
import { networkOf } from '@muster/egress';
import { endConnection } from './end-connection.ts';
import { openWaitingLimit, type WaitingLimit } from './waiting-limit.ts';

export interface ConnectionLimits {
  readonly isTrustedProxy: (address: string) => boolean;
  readonly metrics: {
    readonly connections: { set(count: number): void };
    readonly connectionsRefused: { inc(labels: { reason: 'process' | 'address' }): void };
  };
  readonly connectionsMax: number;
  readonly connectionsPerAddress: number;
  readonly idlePerAddress: number;
  readonly silentPerAddress: number;
}

interface Address {
  readonly name: string;
  open: number;
  /** Connections with a request in progress. */
  busy: number;
}

interface Connection {
  /** Absent for a trusted proxy. */
  readonly from: Address | undefined;
  isSilent: boolean;
  /** Requests in progress: clients may send several in a row without waiting. */
  requests: number;
}

/** Whether the connection should be closed after the answer to the present request. */
export type ClosesAfterAnswer = (socket: Socket) => boolean;

/** From this part of all connections on, none is kept for a further request. */
const KEPT_PART = 0.8;
/** Silent connections of all addresses, as a multiple of those of one. */
const SILENT_TIMES = 4;
const RETRY_AFTER = 'retry-after: 1';

const tooMany = new Refusal('rate_limited', { scope: 'connections', retryAfterSeconds: 1 });
const overloaded = new Refusal('overloaded', { service: 'gateway' });

interface Register {
  readonly limits: ConnectionLimits;
  readonly connections: WeakMap<Socket, Connection>;
  readonly addresses: Map<string, Address>;
  readonly silent: WaitingLimit<Socket>;
  open: number;
}

export function limitConnections(server: Server, limits: ConnectionLimits): ClosesAfterAnswer {
  const { connectionsMax, idlePerAddress, silentPerAddress } = limits;
  const register: Register = {
    limits,
    connections: new WeakMap(),
    addresses: new Map(),
    silent: openWaitingLimit({
      perAddress: silentPerAddress,
      total: silentPerAddress * SILENT_TIMES,
      drop: (socket) => socket.destroy(),
    }),
    open: 0,
  };
  admitConnections(server, (socket) => admit(register, socket));
  server.prependListener('request', (request, response) =>
    beginRequest(register, request, response),
  );
  return (socket) => {
    const from = register.connections.get(socket)?.from;
    if (!from) return false;
    return from.open - from.busy >= idlePerAddress || register.open >= connectionsMax * KEPT_PART;
  };
}

function admit(register: Register, socket: Socket): Refusal | undefined {
  const { limits, addresses } = register;
  const { remoteAddress = '' } = socket;
  const isProxy = limits.isTrustedProxy(remoteAddress);
  const from = isProxy ? undefined : addressOf(addresses, remoteAddress);
  const refusal = refusalOf(register, socket, from);
  if (!refusal) add(register, socket, from);
  else {
    limits.metrics.connectionsRefused.inc({ reason: refusal === tooMany ? 'address' : 'process' });
  }
  if (from?.open === 0) addresses.delete(from.name);
  return refusal;
}

function refusalOf(
  { limits, silent, open }: Register,
  socket: Socket,
  from: Address | undefined,
): Refusal | undefined {
  if (open >= limits.connectionsMax) return overloaded;
  if (!from) return undefined;
  const hasRoom = from.open < limits.connectionsPerAddress && silent.begin(from.name, socket);
  return hasRoom ? undefined : tooMany;
}

function add(register: Register, socket: Socket, from: Address | undefined): void {
  const { limits, connections, addresses, silent } = register;
  const connection: Connection = { from, isSilent: from !== undefined, requests: 0 };
  connections.set(socket, connection);
  limits.metrics.connections.set((register.open += 1));
  if (from) from.open += 1;
  socket.once('close', () => {
    limits.metrics.connections.set((register.open -= 1));
    if (!from) return;
    silent.end(socket);
    from.open -= 1;
    if (connection.requests > 0) from.busy -= 1;
    // Answers that were still being made when the client disconnected are not counted again.
    connection.requests = 0;
    if (from.open === 0) addresses.delete(from.name);
  });
}

function beginRequest(
  { connections, silent }: Register,
  { socket }: IncomingMessage,
  response: ServerResponse,
): void {
  const connection = connections.get(socket);
  if (!connection?.from) return;
  if (connection.isSilent) silent.end(socket);
  connection.isSilent = false;
  if ((connection.requests += 1) === 1) connection.from.busy += 1;
  response.once('finish', () => endRequest(connection));
}

function endRequest(connection: Connection): void {
  if (connection.requests === 0) return;
  connection.requests -= 1;
  if (connection.requests === 0 && connection.from) connection.from.busy -= 1;
}

/** Lets the server parse only the connections that are not refused. */
function admitConnections(server: Server, check: (socket: Socket) => Refusal | undefined): void {
  const serve = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const refusal = check(socket);
    if (!refusal) {
      for (const each of serve) each.call(server, socket);
      return;
    }
    const line = refusal === tooMany ? '429 Too Many Requests' : '503 Service Unavailable';
    endConnection(socket, line, refusal, [RETRY_AFTER]);
    socket.resume();
  });
}

function addressOf(addresses: Map<string, Address>, remoteAddress: string): Address {
  const name = networkOf(remoteAddress);
  const known = addresses.get(name);
  if (known) return known;
  const address = { name, open: 0, busy: 0 };
  addresses.set(name, address);
  return address;
}
