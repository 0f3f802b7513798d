/** Sends requests, and reduces answers to what a caller could compare. */
import { requestOf } from '../world/http-client.ts';
import type { Input } from '../requests/inputs/example.ts';
import type { Route } from '../requests/routes.ts';
import type { RawHttp } from '../world/raw-http.ts';
import type { Credential } from './caller-kinds.ts';

/** The parts of an answer that are equal for equal requests. */
export interface ComparableAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly text: string;
}

/** Headers whose values change from request to request. */
const VARYING = /^(date|x-request-id|content-length|consistency-token|ratelimit.*|retry-after)$/;

export async function ask(
  http: RawHttp,
  { operation }: Route,
  { token }: Credential,
  input: Input,
  more: Readonly<Record<string, string>> = {},
): Promise<ComparableAnswer> {
  const { method, path, body, headers: named } = requestOf(operation, input);
  const { status, headers, text } = await http.send({
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
  const comparable = Object.entries(headers).map(([name, value]) =>
    VARYING.test(name) ? name : `${name}: ${String(value)}`,
  );
  return { status, headers: comparable.toSorted(), text: withoutRequestId(text) };
}

const withoutRequestId = (text: string): string =>
  text.replace(/"(requestId|traceId)":"[^"]*"/g, '"$1":""');

export const codeOf = ({ text }: ComparableAnswer): unknown => {
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return Object(value).code;
};

/** An answer may repeat the id that the request contained, which reveals nothing. */
export const withoutAskedId = (answer: ComparableAnswer, id: string): ComparableAnswer => ({
  ...answer,
  text: answer.text.replaceAll(id, 'the requested id'),
});
