/** Variants of a valid request with one mistake each: they are refused and change nothing. */
import { randomUUID } from 'node:crypto';
import { UUID_PATTERN, type Operation } from '@muster/contracts';
import type { Caller, SentRequest } from '../world/http-client.ts';

const UUIDS = new RegExp(UUID_PATTERN, 'g');
const UNKNOWN = 'no_such_field';
const strict = { prefer: 'handling=strict' };

export type CallerName = 'own' | 'nobody' | 'board' | 'agent';

export interface Variant extends SentRequest {
  readonly by: CallerName;
  readonly status: number;
}

/** Each under the name of what is wrong. */
export function variantsOf(
  { who, bodyIn, bodyStreams }: Operation,
  sent: SentRequest,
): Readonly<Record<string, Variant>> {
  const isPublic = who.includes('public');
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(sent.method);
  const isRead = bodyIn === undefined && !bodyStreams;
  const absent = sent.path.replaceAll(UUIDS, () => randomUUID());
  const other: CallerName = who.includes('board') ? 'agent' : 'board';
  const form = { ...sent.headers, 'content-type': 'application/x-www-form-urlencoded' };
  return {
    ...(isPublic ? {} : { credential: { ...sent, by: 'nobody', status: 401 } }),
    // A body that is taken as it comes has no wrong fields, and no wrong type.
    ...(isRead ? { field: { ...withUnknown(sent), by: 'own', status: 400 } } : {}),
    ...(takesBody && isRead
      ? { form: { ...sent, body: {}, headers: form, by: 'own', status: 415 } }
      : {}),
    ...(isPublic || absent === sent.path
      ? {}
      : { id: { ...sent, path: absent, by: 'own', status: 404 } }),
    ...(isPublic || who.includes(other) ? {} : { caller: { ...sent, by: other, status: 403 } }),
  };
}

function withUnknown({ path, body, headers, ...sent }: SentRequest): SentRequest {
  const asked = { ...headers, ...strict };
  if (['POST', 'PUT', 'PATCH'].includes(sent.method)) {
    return { ...sent, path, body: { ...Object(body), [UNKNOWN]: 1 }, headers: asked };
  }
  return { ...sent, path: `${path}${path.includes('?') ? '&' : '?'}${UNKNOWN}=1`, headers: asked };
}

export function sendBy(caller: Caller, { method, path, body, headers }: SentRequest) {
  if (method === 'GET') return caller.get(path, headers);
  if (method === 'DELETE') return caller.delete(path, headers);
  if (method === 'PUT') return caller.put(path, body, headers);
  return method === 'POST' ? caller.post(path, body, headers) : caller.patch(path, body, headers);
}
