import type { NetConnectOpts } from 'node:net';
import { statusOf } from './http-status.ts';

const PING_TIMEOUT_MS = 500;
const DEFAULT_SOCKET = '/var/run/docker.sock';

/** Whether a container engine answers; the command-line client may be installed without one. */
export async function findEngine(env: NodeJS.ProcessEnv): Promise<boolean> {
  return (await statusOf(address(env['DOCKER_HOST']), '/_ping', PING_TIMEOUT_MS)) === 200;
}

function address(host: string | undefined): NetConnectOpts {
  if (host === undefined || host === '') return { path: DEFAULT_SOCKET };
  const url = new URL(host);
  if (url.protocol === 'unix:') return { path: url.pathname };
  return { host: url.hostname, port: Number(url.port) };
}
