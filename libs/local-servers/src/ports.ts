import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

// Ports are taken from below the kernel's range for outgoing connections. A client that keeps
// reconnecting to a stopped server inside that range can get the server's own port as its source
// port, connect to itself and keep the server from starting again.
const FIRST_PORT = 15_000;
const LAST_PORT = 32_767;
const ATTEMPTS = 200;

/** Ports that this process has handed out: a port is bound only later. */
const handedOut = new Set<number>();

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (handedOut.has(port) || !(await isFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error('No free TCP port was found on 127.0.0.1.');
}

/** The port of an earlier run if it is still free, so that addresses stay the same. */
export async function rememberedPort(file: string): Promise<number> {
  const earlier = readPort(file);
  if (earlier !== undefined && !handedOut.has(earlier) && (await isFree(earlier))) {
    handedOut.add(earlier);
    return earlier;
  }
  const port = await freePort();
  writeFileSync(file, `${port}\n`);
  return port;
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      probe.close(() => resolve(true));
    });
  });
}

function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 ? port : undefined;
  } catch {
    return undefined;
  }
}
