/** Sends a draft with live ids in place of its placeholders. */
import { isStream, type RawHttp, type RawReply, type RawRequest } from '../world/raw-http.ts';
import type { Draft } from './draft.ts';
import { fillPlaceholders } from './placeholders.ts';
import type { Pool } from './pool.ts';

export function requestFor({ parts, caller }: Draft, pool: Pool): RawRequest {
  const filled = (text: string): string =>
    fillPlaceholders(text, (kind, number) => pool.pick(kind, number, caller));
  const { method, path, query, headers, json, raw } = parts;
  const token = pool.tokens[caller];
  const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  return {
    method,
    path: filled(query.length === 0 ? path : `${path}?${query.join('&')}`),
    headers: {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? filled(body) : body,
  };
}

export interface Sent {
  readonly draft: Draft;
  readonly request: RawRequest;
  readonly reply: RawReply;
}

export async function send(wire: RawHttp, draft: Draft, pool: Pool): Promise<Sent> {
  const request = requestFor(draft, pool);
  const reply = await wire.send(request);
  const isText = draft.route.operation.produces !== undefined || reply.text === '';
  const isJson = !isText && !isStream(reply);
  if (reply.status < 300 && !draft.mayChangeRoute && isJson) {
    pool.learn(draft.route.name, JSON.parse(reply.text));
  }
  return { draft, request, reply };
}
