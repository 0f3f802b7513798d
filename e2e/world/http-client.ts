/**
 * The HTTP client of the tests: JSON requests by path, or by contract. Requests go to the gateways in
 * turn, so with several of them a write through one is read through another.
 */
import {
  isRepeatable,
  methodOf,
  pathOf,
  pathParams,
  successesOf,
  type Call,
  type Contract,
  type Method,
  type Operation,
  type OperationName,
  type Output,
} from '@muster/contracts';

/** Longer than any answer may take, so that a hanging gateway fails one test and not the whole run. */
const REQUEST_TIMEOUT_MS = 20_000;

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}
export interface SentRequest {
  method: Method;
  path: string;
  body?: unknown;
  headers?: HeadersOf;
}
type HeadersOf = Record<string, string>;

export interface Caller {
  get(path: string, headers?: HeadersOf): Promise<Reply>;
  post(path: string, body?: unknown, headers?: HeadersOf): Promise<Reply>;
  put(path: string, body?: unknown, headers?: HeadersOf): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: HeadersOf): Promise<Reply>;
  delete(path: string, headers?: HeadersOf): Promise<Reply>;
  /** Calls an operation by its contract; throws unless the answer is a success that matches its schema. */
  call<C extends Contract, N extends OperationName<C>>(
    contract: C,
    name: N,
    input: Call<C, N>,
    headers?: HeadersOf,
  ): Promise<Output<C, N>>;
}

export interface Client {
  /** A caller with this bearer token, or without a credential. */
  as(token?: string): Caller;
  /** A browser page of this installation, with the cookie of a session. */
  withCookie(cookie: string): Caller;
}

/** An answer that is not the expected success. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'Unexpected';
  readonly reply: Reply;

  constructor({ method, path }: SentRequest, reply: Reply) {
    super(`${method} ${path} was answered with ${reply.status}: ${JSON.stringify(reply.body)}`);
    this.reply = reply;
  }
}

export function openClient(baseUrls: readonly string[]): Client {
  let turn = 0;
  const callerWith = (own: HeadersOf): Caller => {
    const send = ({ headers, ...sent }: SentRequest): Promise<Reply> => {
      const baseUrl = baseUrls[turn++ % baseUrls.length] ?? '';
      return exchange(baseUrl, { ...sent, headers: { ...own, ...headers } });
    };
    return {
      get: (path, headers = {}) => send({ method: 'GET', path, headers }),
      post: (path, body, headers = {}) => send({ method: 'POST', path, body, headers }),
      put: (path, body, headers = {}) => send({ method: 'PUT', path, body, headers }),
      patch: (path, body, headers = {}) => send({ method: 'PATCH', path, body, headers }),
      delete: (path, headers = {}) => send({ method: 'DELETE', path, headers }),
      async call(contract, name, input, headers = {}) {
        const operation = contract.operations[name] as Operation;
        const made = requestOf(operation, input);
        const sent = { ...made, headers: { ...made.headers, ...headers } };
        const reply = await send(sent);
        if (!successesOf(operation).includes(reply.status)) throw new UnexpectedAnswer(sent, reply);
        return operation.output.parse(reply.body) as Output<typeof contract, typeof name>;
      },
    };
  };
  return {
    as: (token) => callerWith(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    withCookie: (cookie) =>
      callerWith({
        cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      }),
  };
}

/** The request for an input: fields go into the path and the headers, the rest into the query or the body. */
export function requestOf(operation: Operation, input: object): SentRequest {
  const fields = new Map(Object.entries(input));
  let path = pathOf(operation) ?? '';
  for (const name of pathParams(operation)) {
    path = path.replace(`:${name}`, encodeURIComponent(String(fields.get(name))));
    fields.delete(name);
  }
  const headers: HeadersOf = {};
  for (const [field, name] of Object.entries(operation.headers ?? {})) {
    const value = fields.get(field);
    if (value !== undefined) headers[name] = String(value);
    fields.delete(field);
  }
  const method = methodOf(operation) ?? 'GET';
  const rest = [...fields].filter(([, value]) => value !== undefined);
  if (isRepeatable(operation) && !operation.bodyStreams) {
    return { method, path, body: Object.fromEntries(rest), headers };
  }
  const query = new URLSearchParams(
    Object.fromEntries(rest.map(([name, value]) => [name, String(value)])),
  );
  return { method, path: query.size === 0 ? path : `${path}?${query.toString()}`, headers };
}

async function exchange(baseUrl: string, sent: SentRequest): Promise<Reply> {
  const { method, path, body, headers } = sent;
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    // A redirect is an answer, with headers of its own.
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  const read: unknown = isJson ? JSON.parse(text) : text;
  return { status: answer.status, headers: answer.headers, body: read };
}
