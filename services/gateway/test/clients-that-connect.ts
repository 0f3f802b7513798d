/**
 * The program of a thread with clients: they connect while the thread of the server is blocked, so
 * their connections wait to be accepted. It posts what each of them received or met.
 */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface ConnectingClients {
  readonly count: number;
  readonly port: number;
  /** Its first element counts the clients that are connected. */
  readonly connected: Int32Array;
}

const { count, port, connected } = workerData as ConnectingClients;

const exchange = (): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let text = '';
    socket.once('connect', () => {
      socket.write('GET /api/session HTTP/1.1\r\nHost: localhost\r\n\r\n');
      Atomics.add(connected, 0, 1);
    });
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.once('error', (error) => resolve(error.message));
    socket.once('close', () => resolve(text));
  });

parentPort?.postMessage(await Promise.all(Array.from({ length: count }, exchange)), []);
