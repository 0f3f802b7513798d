/** What only a program has: the environment that a run is given, or that a person has set. */
import { connect, type ConnectOptions } from './connect.ts';
import type { Client } from './types.ts';

/**
 * In a run of Muster by the run's own token (`SERVICE_API_URL`, `SERVICE_API_KEY`); elsewhere by `MUSTER_URL` and
 * `MUSTER_TOKEN`.
 */
export function connectFromEnvironment(
  options: Omit<ConnectOptions, 'url' | 'token'> = {},
): Client {
  const { SERVICE_API_URL, SERVICE_API_KEY, MUSTER_URL, MUSTER_TOKEN } = process.env;
  const url = SERVICE_API_URL ?? MUSTER_URL;
  const token = SERVICE_API_URL === undefined ? MUSTER_TOKEN : SERVICE_API_KEY;
  if (!url || !token) {
    throw new Error(
      'Set MUSTER_URL and MUSTER_TOKEN, or start this program as the program of an agent',
    );
  }
  return connect({ ...options, url, token });
}
