/** Reads a whole list of a service as the caller, page by page, up to what a package can hold. */
import {
  PACKAGE_FILES_MAX,
  PAGE_MAX,
  Refusal,
  type Contract,
  type OperationName,
  type Output,
} from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { ask } from '../upstream/ask.ts';
import type { CallContext } from '../upstream/composed-call.ts';

export type ListOperation = <C extends Contract, N extends OperationName<C>>(
  contract: C,
  name: N,
  input: object,
) => Promise<Output<C, N>>;

type Asking = Pick<CallContext, 'actor' | 'requestId' | 'traceparent'>;

export const pagesAs =
  (rpc: Rpc, { actor, requestId, traceparent }: Asking): ListOperation =>
  async <C extends Contract, N extends OperationName<C>>(contract: C, name: N, input: object) => {
    const items: unknown[] = [];
    const call = { actor, requestId, traceparent } as CallContext;
    let cursor: string | undefined;
    do {
      const page = { ...input, limit: PAGE_MAX, ...(cursor === undefined ? {} : { cursor }) };
      // oxlint-disable-next-line no-await-in-loop -- a page names the next one
      const { body, nextCursor } = await ask(rpc, contract, name, page, call);
      items.push(...(JSON.parse(body.toString()) as unknown[]));
      cursor = nextCursor || undefined;
      if (items.length > PACKAGE_FILES_MAX) throw tooLarge({ files: items.length });
    } while (cursor !== undefined);
    return items as Output<C, N>;
  };

export const tooLarge = (found: { readonly files?: number; readonly bytes?: number }): Refusal =>
  new Refusal('package_too_large', found);
