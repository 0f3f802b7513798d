/** Requests as a caller sends them, and answers as it can compare them. */
import { requestOf } from '../harness/api.ts';
import type { Input } from '../harness/inputs/example.ts';
import type { Route } from '../harness/routes.ts';
import type { Wire } from '../harness/wire.ts';
import type { Credential } from './credentials.ts';

/** Everything of an answer that does not differ between two requests that are alike. */
export type Told = {
  readonly status: number;
  readonly headers: readonly string[];
  readonly text: string;
};

/** Headers whose values count or tell the time. */
const FLEETING = /^(date|x-request-id|content-length|consistency-token|ratelimit.*|retry-after)$/;

export async function ask(
  wire: Wire,
  { operation }: Route,
  { token }: Credential,
  input: Input,
  more: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const { method, path, body, headers: named } = requestOf(operation, input);
  const { status, headers, text } = await wire.send({
    method,
    path,
    headers: {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...named,
      ...more,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const kept = Object.entries(headers).map(([name, value]) =>
    FLEETING.test(name) ? name : `${name}: ${String(value)}`);
  return { status, headers: kept.toSorted(), text: withoutRequestId(text) };
}

const withoutRequestId = (text: string): string =>
  text.replace(/"(requestId|traceId)":"[^"]*"/g, '"$1":""');

export const codeOf = ({ text }: Told): unknown => {
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return Object(value).code;
};

/** An answer may repeat what was asked for: that much tells nothing. */
export const without = (told: Told, asked: string): Told => ({
  ...told, text: told.text.replaceAll(asked, 'what was asked for'),
});
