/** Questions to services on somebody's behalf, whose answers are read and not passed on. */
import type { Contract, OperationName, Output } from '@muster/contracts';
import { callOperation, type Rpc } from '@muster/service-kit';
import type { OnBehalf } from './composed-calls.ts';

export type Ask = <C extends Contract, N extends OperationName<C>>(
  contract: C, name: N, input: object,
) => Promise<Output<C, N>>;

/** Refusals are thrown on. */
export const asker = (
  rpc: Rpc,
  { actor, requestId, traceparent }: Pick<OnBehalf, 'actor' | 'requestId' | 'traceparent'>,
): Ask =>
  async <C extends Contract, N extends OperationName<C>>(
    { name: service, operations }: C,
    name: N,
    input: object,
  ) => {
    const spec = operations[name] as C['operations'][N];
    const answered = await callOperation(
      rpc, service, name, spec, input, { actor, requestId, traceparent },
    );
    return answered as Output<C, N>;
  };
