/**
 * Where this installation is reached from outside. Who does not say so is believed to be reached at
 * the address that the client used, which only its own answer repeats.
 */
import type { FastifyRequest } from 'fastify';

/** A name or address with a port, and nothing that could end an address or begin another. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export function baseUrlOf(publicUrl: string | undefined, { raw }: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const { host } = raw.headers;
  if (host !== undefined && HOST.test(host)) return `http://${host}`;
  return `http://127.0.0.1:${raw.socket.localPort ?? 80}`;
}
