/** From a NATS message to a checked request: signature, deadline, JSON, schema. */
import {
  pathParams,
  Refusal,
  type Actor,
  type Operation,
  type RefusalCode,
} from '@muster/contracts';
import type { Msg } from '@nats-io/transport-node';
import type { z } from 'zod';
import type { ActorSigner } from './actor.ts';
import type { Provenance } from '../context.ts';
import { header, headersOf } from '../nats/headers.ts';

/** Tolerated difference between the clocks of two machines. */
const CLOCK_SKEW_MS = 250;

export interface Request {
  readonly name: string;
  readonly requestId: string;
  readonly clientRequestId: string | null;
  readonly actor: Actor;
  readonly input: Record<string, unknown>;
  /** Of the input as it was sent. */
  readonly bytes: number;
  readonly runId: string | null;
  readonly traceparent: string | null;
  readonly idempotencyKey: string | undefined;
  readonly attempt: number;
  /** The caller waits until then, in epoch milliseconds; 0: for ever. */
  readonly deadline: number;
}

/** Verifies the signature and the deadline, and parses the input against the contract. */
export function parseRequest(
  signer: ActorSigner,
  name: string,
  operation: Operation,
  message: Msg,
): Request {
  const headers = headersOf(message);
  const get = (key: string): string | undefined => headers?.get(key) || undefined;
  const requestId = get(header.requestId) ?? '';
  const actor = signer.verify(get(header.actor), { operation: name, requestId });
  const deadline = Number(get(header.deadline) ?? 0);
  requireWithinDeadline({ deadline });
  return {
    name,
    requestId,
    clientRequestId: get(header.clientRequestId) ?? null,
    actor,
    input: parseInput(operation, parseJson(message)),
    bytes: message.data.length,
    runId: 'runId' in actor && actor.runId ? actor.runId : null,
    traceparent: get(header.traceparent) ?? null,
    idempotencyKey: get(header.idempotencyKey),
    attempt: Number(get(header.attempt) ?? 1),
    deadline,
  };
}

export const provenanceOf = (request: Request): Provenance => {
  const { actor, runId, requestId, clientRequestId, traceparent } = request;
  return { actor, runId, requestId, clientRequestId, causedBy: null, traceparent };
};

/**
 * The field that names what a write is about: the first of the path, such as an issue, an agent, or
 * the company that gets a new one. An operation without a path may have the company in its input.
 */
export function resourceField(operation: Operation): string | undefined {
  const [param] = pathParams(operation);
  if (param !== undefined || operation.http !== undefined) return param;
  return 'companyId' in operation.input.shape ? 'companyId' : undefined;
}

export function resourceOf(operation: Operation, input: Request['input']): string | undefined {
  const field = resourceField(operation);
  return field === undefined || !(field in input) ? undefined : String(input[field]);
}

/** After the deadline no caller waits for the answer any more. */
export function requireWithinDeadline({ deadline }: Pick<Request, 'deadline'>): void {
  if (deadline && deadline + CLOCK_SKEW_MS < Date.now()) throw new Refusal('deadline_exceeded');
}

function parseJson(message: Msg): unknown {
  try {
    return message.data.length === 0 ? {} : JSON.parse(message.string());
  } catch {
    throw new Refusal('malformed_json');
  }
}

/** One of the `details` of the refusal `invalid_input`. */
export interface FieldProblem {
  readonly path: readonly PropertyKey[];
  /** The schema library's code, such as `invalid_type`. */
  readonly code: string;
  readonly message: string;
}

const describeField = ({ path, code, message }: z.core.$ZodIssue): FieldProblem => ({
  path,
  code,
  message,
});

/**
 * Parses the flat input. A path parameter that cannot be an id names nothing: it is not found.
 *
 * @param describe words for clients; services write to each other and need none
 */
export function parseInput(
  operation: Pick<Operation, 'input' | 'http'>,
  value: unknown,
  describe: (issue: z.core.$ZodIssue) => FieldProblem = describeField,
): Record<string, unknown> {
  const parsed = operation.input.safeParse(value);
  if (parsed.success) return parsed.data;
  const params = pathParams(operation);
  const inPath = parsed.error.issues.find(({ path }) => params.includes(String(path[0])));
  if (inPath) throw notFound(String(inPath.path[0]));
  throw new Refusal('invalid_input', parsed.error.issues.map(describe));
}

/**
 * `issueId` → `issue_not_found`, `adapterType` → `adapter_type_not_found`: a path parameter is
 * named after the thing.
 */
export const notFound = (param: string): Refusal => {
  const thing = param.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return new Refusal(`${thing}_not_found` as RefusalCode);
};
