/**
 * The grammar of the contracts. An operation and an event are plain objects; everything else
 * (route, validation at both doors, subject, handler type, client, OpenAPI, metric names,
 * conformance tests) is derived from them.
 */
import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';
import type { Permission } from './vocabulary.ts';

export const serviceNames = [
  'agents', 'issues', 'approvals', 'billing', 'scheduler', 'gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Kinds of caller: an agent, a person of the board, another service, or anybody at all. */
export type Caller = 'agent' | 'board' | 'service' | 'public';

/**
 * Where an effect must be visible before the caller gets its answer: services that react to what
 * the operation says, each with those that react to what *it* says in turn.
 */
export type Settles = { readonly [service in ServiceName]?: Settles };

/**
 * A permission, or `owner` for what only the owners of a company may do, or `instance_admin` for
 * what is about no company or makes one.
 */
export type Needs = Permission | 'owner' | 'instance_admin';

export interface Operation {
  /** Method and path; `:name` is a field of the input. Absent: only other services may call it. */
  readonly http?: `${Method} /${string}`;
  /** Operations without a path say themselves whether they write; with one, GET reads. */
  readonly kind?: 'read' | 'write';
  readonly summary: string;
  readonly who: readonly Caller[];
  /** What a board user must be trusted with to call it, beside being allowed to write at all. */
  readonly needs?: Needs;
  /** It is about no company but the caller, or the instance: no membership says anything of it. */
  readonly aboutCaller?: true;
  /** Path, query and body as one flat object. JSON in, JSON out: no transforms, no dates. */
  readonly input: z.ZodObject;
  /** Fields that belong into the query although there is a body: they say where, not what. */
  readonly inQuery?: readonly string[];
  /**
   * Fields that travel in a header of that name: secrets, which no address may hold, and what a
   * standard puts there.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whoever knows what it names is let in by that, so misses count like wrong credentials. */
  readonly guessable?: true;
  readonly output: z.ZodType;
  readonly refusals: readonly RefusalCode[];
  /** Status of a success when it is not 200. */
  readonly status?: 201 | 202;
  /**
   * The answer is of this type and not JSON: text, whose output is `z.string()`, or the items of a
   * page, one JSON object a line.
   */
  readonly produces?: 'text/plain' | 'text/html' | 'application/x-ndjson';
  /** Answers with server-sent events as long as somebody listens, unless it is asked for JSON. */
  readonly live?: true;
  /** A read that may take long: it is ended when its caller goes away. */
  readonly long?: true;
  /** The output is a page: an array on the wire, its cursor in `Next-Cursor`. */
  readonly paged?: true;
  readonly says?: readonly string[];
  /**
   * The answer holds a secret and is shown once: it is not kept, and a repetition of the request is
   * told so instead of doing it again.
   */
  readonly secretAnswer?: true;
  /** Fields that the door fills in: the same request may come with others of them. */
  readonly filledIn?: readonly string[];
  readonly settles?: Settles;
}

export interface EventSpec {
  /** What the event is about; the id of that thing is the event's `entityId`. */
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
}

export const operation = <const O extends Operation>(spec: O): O => {
  for (const param of pathParams(spec)) {
    if (!(param in spec.input.shape)) {
      throw new Error(`${spec.http}: :${param} is not in the input`);
    }
  }
  if (!spec.http && !spec.kind) {
    throw new Error(`${spec.summary}: an internal operation has a kind`);
  }
  checkProduct(spec);
  if (spec.secretAnswer && !spec.refusals.includes('answer_shown_once')) {
    throw new Error(`${spec.summary}: a repetition is refused with answer_shown_once`);
  }
  return spec;
};

function checkProduct({ http, produces, output, paged }: Operation): void {
  if (!produces) return;
  const { type } = output._zod.def;
  if (produces === 'application/x-ndjson') {
    if (type !== 'array' || !paged) throw new Error(`${http}: lines are the items of a page`);
  } else if (type !== 'string') {
    throw new Error(`${http}: what produces text has a string as its output`);
  }
}

export const event = <const E extends EventSpec>(spec: E): E => spec;

export const contract = <const C extends Contract>(spec: C): C => {
  for (const [name, { says = [] }] of Object.entries(spec.operations)) {
    const unknown = says.find((said) => !(said in spec.events));
    if (unknown) throw new Error(`${spec.name}.${name} says ${unknown}, which is not an event`);
  }
  return spec;
};

export const methodOf = (op: Operation): Method | undefined =>
  op.http?.split(' ', 1)[0] as Method | undefined;

export const pathOf = (op: Operation): string | undefined =>
  op.http?.slice(op.http.indexOf(' ') + 1);

export const pathParams = (op: Operation): string[] =>
  [...(op.http ?? '').matchAll(/:(\w+)/g)].map((match) => match[1] as string);

export const isWrite = (op: Operation): boolean =>
  op.kind ? op.kind === 'write' : methodOf(op) !== 'GET';

export type OperationName<C extends Contract> = keyof C['operations'] & string;
export type EventName<C extends Contract> = keyof C['events'] & string;
export type Input<C extends Contract, N extends OperationName<C>> = z.output<
  C['operations'][N]['input']
>;
/** What a caller may leave out because it has a default is optional here. */
export type Call<C extends Contract, N extends OperationName<C>> = z.input<
  C['operations'][N]['input']
>;
export type Output<C extends Contract, N extends OperationName<C>> = z.output<
  C['operations'][N]['output']
>;
export type Payload<C extends Contract, N extends EventName<C>> = z.output<
  C['events'][N]['payload']
>;
