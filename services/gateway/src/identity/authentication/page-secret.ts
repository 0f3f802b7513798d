/**
 * The second part of a session: random bits that a page makes and keeps in its storage, which tells ports
 * of a host apart, as cookies do not (decision 18). Only its hash is stored.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { PageSecret } from '@muster/contracts';
import { hashSecret } from '../../upstream/secret-hash.ts';

/** Undefined where the request has none, or one of another form. */
export function pageSecretIn(headers: IncomingHttpHeaders): string | undefined {
  const given = PageSecret.safeParse(headers['x-page-secret']);
  return given.success ? given.data : undefined;
}

export const pageSecretHash = (pageSecret: string): Buffer => hashSecret(pageSecret);
