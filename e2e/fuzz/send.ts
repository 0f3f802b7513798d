/** From a draft to bytes on the wire and the answer to them. */
import type { Wire, WireReply, WireRequest } from '../harness/wire.ts';
import type { Draft } from './draft.ts';
import { withoutMarks } from './marks.ts';
import type { Pool } from './pool.ts';

export function requestFor({ sketch, caller }: Draft, pool: Pool): WireRequest {
  const filled = (text: string): string =>
    withoutMarks(text, (kind, number) => pool.pick(kind, number, caller));
  const { method, path, query, headers, json, raw } = sketch;
  const token = pool.tokens[caller];
  const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  return {
    method,
    path: filled(query.length === 0 ? path : `${path}?${query.join('&')}`),
    headers: {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers,
    },
    body: typeof body === 'string' ? filled(body) : body,
  };
}

export type Sent = {
  readonly draft: Draft;
  readonly request: WireRequest;
  readonly reply: WireReply;
};

export async function send(wire: Wire, draft: Draft, pool: Pool): Promise<Sent> {
  const request = requestFor(draft, pool);
  const reply = await wire.send(request);
  const { produces } = draft.route.operation;
  if (reply.status < 300 && !draft.elsewhere && produces === undefined) {
    pool.learn(draft.route.name, JSON.parse(reply.text));
  }
  return { draft, request, reply };
}
