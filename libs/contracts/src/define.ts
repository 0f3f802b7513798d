/**
 * The grammar of the contracts. An operation and an event are plain objects; everything else
 * (route, validation in the gateway and in the service, subject, handler type, client, OpenAPI,
 * metric names, conformance tests) is derived from them.
 */
import type { z } from 'zod';
import type { RefusalCode } from './refusals/refusals.ts';
import type { Permission } from './vocabulary.ts';

export const serviceNames = [
  'agents',
  'issues',
  'approvals',
  'billing',
  'scheduler',
  'gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Kinds of caller: an agent, a board user, another service, or any client without a credential. */
export type Caller = 'agent' | 'board' | 'service' | 'public';

/**
 * Services that must have applied the effect before the caller gets its answer: those that react to
 * the events of the operation, each with the services that react to the events it emits in turn.
 */
export type Settles = { readonly [service in ServiceName]?: Settles };

/**
 * A permission, or `owner` for what only the owners of a company may do, or `instance_admin` for
 * operations on the instance, such as creating a company.
 */
export type Needs = Permission | 'owner' | 'instance_admin';

export interface Operation {
  /** Method and path; `:name` is a field of the input. Absent: only other services may call it. */
  readonly http?: `${Method} /${string}`;
  /** Required without `http`; with it, GET reads and every other method writes. */
  readonly kind?: 'read' | 'write';
  readonly summary: string;
  readonly who: readonly Caller[];
  /** What agents send instead of an operation of the board: a method and a path. */
  readonly agentsSend?: `GET /${string}` | `POST /${string}`;
  /** What a board user needs besides a role that may write. */
  readonly needs?: Needs;
  /** Permissions that it needs for some inputs. */
  readonly mayNeed?: readonly Permission[];
  /** A run's token may not call it: its effect would outlive the run. */
  readonly outlivesRun?: true;
  /**
   * A paused agent, and an agent of a paused company, may call it: it reports on the work in hand. With
   * names, only with these fields besides those of the path. Every other write is refused to them.
   */
  readonly whilePaused?: true | readonly string[];
  /**
   * It adds a thing or a text, so it is refused to a company that stores as much as it may. With names,
   * only where one of these fields is sent.
   */
  readonly stores?: true | readonly string[];
  /** It changes the account of its caller: a board token with limits may not call it. */
  readonly changesAccount?: true;
  /** Not scoped to a company, but to the caller or the instance; membership is not checked. */
  readonly aboutCaller?: true;
  /** Path, query and body as one flat object. JSON in, JSON out: no transforms, no dates. */
  readonly input: z.ZodObject;
  /**
   * Fields that travel in the named header: secrets, which must not appear in a URL, and fields
   * for which a standard defines a header.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The field that is the whole body as text, whatever its media type. It is at most as long as the field
   * may be, in bytes.
   */
  readonly bodyIn?: string;
  /** Bytes of the body where they may be more than the 256 KB of other operations. */
  readonly bodyMaxBytes?: number;
  /**
   * The body is bytes of any media type, which are never in memory as a whole. All fields but those of the
   * path and of headers are in the query.
   */
  readonly bodyStreams?: true;
  /** The input holds the credential (a token), so a wrong one counts as a failed sign-in. */
  readonly guessable?: true;
  readonly output: z.ZodType;
  readonly refusals: readonly RefusalCode[];
  /** Status of a success when it is not 200, or of its successes, the usual one first. */
  readonly status?: 201 | 202 | 302 | readonly [200, 202] | readonly [200, 206];
  /**
   * Where what a success has made is read: the path of a GET, whose last parameter is the id in the
   * answer, and whose other parameters are fields of the input.
   */
  readonly location?: `/${string}`;
  /**
   * The media type of an answer that is not JSON: text or bytes, whose output is `z.string()`, or the
   * items of a page, one JSON object per line.
   */
  readonly produces?:
    | 'text/plain'
    | 'text/html'
    | 'application/x-ndjson'
    | 'application/octet-stream';
  /**
   * Headers of a success that other operations do not have. A page in HTML that sends `Vary` is a
   * plain text for clients that do not accept HTML.
   */
  readonly sends?: readonly (
    | 'Accept-Ranges'
    | 'Content-Disposition'
    | 'Content-Range'
    | 'ETag'
    | 'Left-Out'
    | 'Location'
    | 'Muster-Version'
    | 'Set-Cookie'
    | 'Vary'
  )[];
  /** Streams server-sent events until the client disconnects, unless the client asks for JSON. */
  readonly live?: true;
  /** A slow read: it is cancelled when its client disconnects. */
  readonly long?: true;
  /** The output is a page: an array on the wire, its cursor in `Next-Cursor`. */
  readonly paged?: true;
  /** Types of the events that the operation may emit. */
  readonly emits?: readonly string[];
  /**
   * The answer holds a secret and is shown once: it is not stored, and a repeat of the request is
   * refused with `answer_shown_once`. The name of a field: only where that is not null.
   */
  readonly secretAnswer?: true | string;
  /** Fields that the gateway fills in: they may differ between repeats of one request. */
  readonly filledIn?: readonly string[];
  /** Where it settles; under the type of an event, also where a write that emitted it does. */
  readonly settles?: Settles & Readonly<Record<`${string}.${string}`, Settles>>;
}

export interface EventSpec {
  /** Type of the thing that the event is about; its id is the event's `entityId`. */
  readonly entity: string;
  readonly version: number;
  readonly summary: string;
  readonly payload: z.ZodObject;
}

export interface Contract {
  readonly name: ServiceName;
  readonly summary: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly events: Readonly<Record<string, EventSpec>>;
  /**
   * Types of events whose payload is the whole state of the thing that they are about, in an order in
   * which things come after those that they name. The service tells the current state of all its
   * things as such events.
   */
  readonly states?: readonly string[];
}

export const operation = <const O extends Operation>(spec: O): O => {
  for (const param of pathParams(spec)) {
    if (!(param in spec.input.shape)) {
      throw new Error(`${spec.http}: :${param} is not in the input`);
    }
  }
  if (!spec.http && !spec.kind) {
    throw new Error(`${spec.summary}: an operation without a path needs a kind`);
  }
  requireOutputOfText(spec);
  const after = Object.keys(spec.settles ?? {}).filter((key) => key.includes('.'));
  if (!after.every((type) => spec.emits?.includes(type))) {
    throw new Error(`${spec.summary}: it settles after an event that it does not emit`);
  }
  if (spec.outlivesRun && !spec.refusals.includes('run_token_refused')) {
    throw new Error(`${spec.summary}: what a run's token may not do refuses run_token_refused`);
  }
  if (spec.whilePaused && !(isWrite(spec) && spec.who.includes('agent'))) {
    throw new Error(`${spec.summary}: only writes of agents are refused while they are paused`);
  }
  if (spec.stores && !isWrite(spec)) {
    throw new Error(`${spec.summary}: only a write adds to what a company stores`);
  }
  if (spec.changesAccount && !spec.refusals.includes('limited_token_refused')) {
    throw new Error(
      `${spec.summary}: what a limited token may not do refuses limited_token_refused`,
    );
  }
  if (spec.secretAnswer && !spec.refusals.includes('answer_shown_once')) {
    throw new Error(`${spec.summary}: a secret answer needs the refusal answer_shown_once`);
  }
  return spec;
};

function requireOutputOfText({ http, produces, output, paged }: Operation): void {
  if (!produces) return;
  const { type } = output._zod.def;
  if (produces === 'application/x-ndjson') {
    if (type !== 'array' || !paged)
      throw new Error(`${http}: the output of NDJSON is an array, the items of a page`);
  } else if (type !== 'string') {
    throw new Error(`${http}: the output of a text operation is a string`);
  }
}

export const event = <const E extends EventSpec>(spec: E): E => spec;

export const contract = <const C extends Contract>(spec: C): C => {
  for (const [name, { emits = [] }] of Object.entries(spec.operations)) {
    const unknown = emits.find((type) => !(type in spec.events));
    if (unknown) throw new Error(`${spec.name}.${name} emits ${unknown}, which is not declared`);
  }
  const unknown = spec.states?.find((type) => !(type in spec.events));
  if (unknown) throw new Error(`${spec.name} tells states as ${unknown}, which is not declared`);
  return spec;
};

/** The statuses of a success: the usual one first. */
export const successesOf = ({ status }: Operation): readonly [number, ...number[]] =>
  typeof status === 'object' ? status : [status ?? 200];

export const methodOf = (op: Operation): Method | undefined =>
  op.http?.split(' ', 1)[0] as Method | undefined;

export const pathOf = (op: Operation): string | undefined =>
  op.http?.slice(op.http.indexOf(' ') + 1);

export const pathParams = (op: Pick<Operation, 'http'>): string[] =>
  [...(op.http ?? '').matchAll(/:(\w+)/g)].map((match) => match[1] as string);

/** Whether its answer has an entity tag: it is read with a credential, and not followed. */
export const isTagged = (op: Operation): boolean =>
  methodOf(op) === 'GET' &&
  !op.live &&
  op.produces !== 'application/octet-stream' &&
  !op.who.includes('public') &&
  successesOf(op)[0] === 200;

/** Whether it may have a body, and takes an Idempotency-Key. */
export const isRepeatable = (op: Operation): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(methodOf(op) ?? '');

/** Whether it may say that what it writes is not there yet: by the version 0, or `If-None-Match: *`. */
export const mayBeNew = ({ input }: Pick<Operation, 'input'>): boolean =>
  (input.shape['ifVersion'] as z.ZodType | undefined)?.safeParse(0).success ?? false;

export const isWrite = (op: Operation): boolean =>
  op.kind ? op.kind === 'write' : methodOf(op) !== 'GET';

/** Whether a paused agent, or an agent of a paused company, is refused it, at least for some fields. */
export const waitsWhilePaused = (op: Operation): boolean =>
  op.who.includes('agent') && isWrite(op) && op.whilePaused !== true;

export type OperationName<C extends Contract> = keyof C['operations'] & string;
export type EventName<C extends Contract> = keyof C['events'] & string;
export type Input<C extends Contract, N extends OperationName<C>> = z.output<
  C['operations'][N]['input']
>;
/** The input before defaults are filled in: fields with a default are optional. */
export type Call<C extends Contract, N extends OperationName<C>> = z.input<
  C['operations'][N]['input']
>;
export type Output<C extends Contract, N extends OperationName<C>> = z.output<
  C['operations'][N]['output']
>;
export type Payload<C extends Contract, N extends EventName<C>> = z.output<
  C['events'][N]['payload']
>;
