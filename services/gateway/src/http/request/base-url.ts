/**
 * The public address of the installation: the configured one, else the address that the client
 * used, which appears in the answer to that client only.
 */
import type { FastifyRequest } from 'fastify';

/** A host name or address with an optional port, without any delimiter of a URL. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export function baseUrlOf(publicUrl: string | undefined, { raw }: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const { host } = raw.headers;
  if (host !== undefined && HOST.test(host)) return `http://${host}`;
  return `http://127.0.0.1:${raw.socket.localPort ?? 80}`;
}
