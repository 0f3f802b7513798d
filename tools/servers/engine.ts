import { request } from 'node:http';
import type { RequestOptions } from 'node:http';

const PING_TIMEOUT_MS = 500;
const DEFAULT_SOCKET = '/var/run/docker.sock';

/**
 * Whether a container engine answers. The command line client proves nothing: it may be there
 * without an engine.
 */
export function findEngine(env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request(
      { ...address(env['DOCKER_HOST']), path: '/_ping', timeout: PING_TIMEOUT_MS },
      (reply) => {
        reply.resume();
        resolve(reply.statusCode === 200);
      },
    );
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.once('close', () => resolve(false));
    ping.end();
  });
}

function address(host: string | undefined): RequestOptions {
  if (host === undefined || host === '') return { socketPath: DEFAULT_SOCKET };
  const url = new URL(host);
  if (url.protocol === 'unix:') return { socketPath: url.pathname };
  return { host: url.hostname, port: url.port };
}
