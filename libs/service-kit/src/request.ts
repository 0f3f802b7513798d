/** From a NATS message to a checked request: signature, deadline, JSON, schema. */
import {
  pathParams, Refusal, type Actor, type Operation, type RefusalCode,
} from '@muster/contracts';
import type { Msg } from '@nats-io/transport-node';
import type { z } from 'zod';
import type { ActorSigner } from './actor.ts';
import { header } from './headers.ts';

/** Clocks of two machines may differ by this much before a live request counts as late. */
const CLOCK_SKEW_MS = 250;

export interface Request {
  readonly name: string;
  readonly requestId: string;
  readonly actor: Actor;
  readonly input: Record<string, unknown>;
  readonly runId: string | null;
  readonly traceparent: string | null;
  readonly idempotencyKey: string | undefined;
  readonly attempt: number;
  /** Until then somebody waits for the answer, in milliseconds of the epoch; 0 for ever. */
  readonly deadline: number;
}

/** Refuses what may not come in; what it returns is checked and typed. */
export function admit(
  signer: ActorSigner,
  name: string,
  operation: Operation,
  message: Msg,
): Request {
  const get = (key: string): string | undefined => message.headers?.get(key) || undefined;
  const requestId = get(header.requestId) ?? '';
  const actor = signer.verify(get(header.actor), requestId);
  const deadline = Number(get(header.deadline) ?? 0);
  refuseLate({ deadline });
  return {
    name,
    requestId,
    actor,
    input: parseInput(operation, parseJson(message)),
    runId: 'runId' in actor && actor.runId ? actor.runId : null,
    traceparent: get(header.traceparent) ?? null,
    idempotencyKey: get(header.idempotencyKey),
    attempt: Number(get(header.attempt) ?? 1),
    deadline,
  };
}

/** Nobody waits for the answer any more. */
export function refuseLate({ deadline }: Pick<Request, 'deadline'>): void {
  if (deadline && deadline + CLOCK_SKEW_MS < Date.now()) throw new Refusal('deadline_exceeded');
}

function parseJson(message: Msg): unknown {
  try {
    return message.data.length === 0 ? {} : JSON.parse(message.string());
  } catch {
    throw new Refusal('malformed_json');
  }
}

/** Parses the flat input; a path parameter that cannot be an id names nothing, so it is absent. */
export function parseInput(operation: Operation, value: unknown): Record<string, unknown> {
  const parsed = operation.input.safeParse(value);
  if (parsed.success) return parsed.data;
  const params = pathParams(operation);
  const inPath = parsed.error.issues.find(({ path }) => params.includes(String(path[0])));
  if (inPath) throw notFound(String(inPath.path[0]));
  throw new Refusal('invalid_input', parsed.error.issues.map(detailOf));
}

const detailOf = ({ path, code, message }: z.core.$ZodIssue) => ({ path, code, message });

/**
 * `issueId` → `issue_not_found`, `adapterType` → `adapter_type_not_found`: a path parameter is
 * named after the thing.
 */
export const notFound = (param: string): Refusal => {
  const thing = param.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return new Refusal(`${thing}_not_found` as RefusalCode);
};
