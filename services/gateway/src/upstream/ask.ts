/** Sends one request to one service as the caller and returns its answer unparsed. */
import {
  isWrite,
  type Contract,
  type OperationName,
  type Operation,
  type Problem,
} from '@muster/contracts';
import { READ_DEADLINE_MS, refusalOf, WRITE_DEADLINE_MS, type Rpc } from '@muster/service-kit';
import type { CallContext } from './composed-call.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

/** Throws the refusal that the service answered with. */
export async function ask<C extends Contract>(
  rpc: Rpc,
  contract: C,
  name: OperationName<C>,
  input: object,
  { actor, requestId, clientRequestId, traceparent, idempotencyKey }: Omit<CallContext, 'baseUrl'>,
  deadlineMs = deadlineOf(contract.operations[name] as Operation),
): Promise<Outcome> {
  const reply = await rpc({
    service: contract.name,
    operation: name,
    body: JSON.stringify(input),
    deadlineMs,
    actor,
    requestId,
    clientRequestId,
    traceparent,
    idempotencyKey,
  });
  const outcome = outcomeOf(contract.name, requestId, reply);
  if (reply.status !== 200) {
    throw refusalOf(JSON.parse(outcome.body.toString()) as Problem, outcome.replayed);
  }
  return outcome;
}

const deadlineOf = (operation: Operation): number =>
  isWrite(operation) ? WRITE_DEADLINE_MS : READ_DEADLINE_MS;
