/** Requests to services as the caller, whose answers the gateway itself reads. */
import type { Contract, OperationName, Output } from '@muster/contracts';
import { callOperation, type Rpc } from '@muster/service-kit';
import type { CallContext } from './composed-call.ts';

export type ReadOperation = <C extends Contract, N extends OperationName<C>>(
  contract: C,
  name: N,
  input: object,
) => Promise<Output<C, N>>;

/** Throws the refusals that services answer with. */
export const readAs =
  (
    rpc: Rpc,
    { actor, requestId, traceparent }: Pick<CallContext, 'actor' | 'requestId' | 'traceparent'>,
  ): ReadOperation =>
  async <C extends Contract, N extends OperationName<C>>(
    { name: service, operations }: C,
    name: N,
    input: object,
  ) => {
    const spec = operations[name] as C['operations'][N];
    const answered = await callOperation(rpc, service, name, spec, input, {
      actor,
      requestId,
      traceparent,
    });
    return answered as Output<C, N>;
  };
