/** A call of any operation by its name, whose fields are checked by the interface. */
import type { CallOptions, Client, OperationName } from '@muster/client';

interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | undefined;
}

type Called = PromiseLike<unknown> & Partial<AsyncIterable<unknown>>;
type Method = (input: Readonly<Record<string, unknown>>, options: CallOptions) => Called;

/** Most items of a list, unless another number is asked for. */
export const LIMIT = 50;
/** Larger pages are refused or cut by the interface. */
const PAGE_MAX = 200;

export interface CallSettings extends CallOptions {
  /** Items of a list; 0 is all, undefined is the first page as it is. */
  readonly limit?: number | undefined;
}

/** What the operation answers; of a list the items. */
export async function callOperation(
  muster: Client,
  operation: OperationName,
  input: Readonly<Record<string, unknown>>,
  { limit, ...options }: CallSettings = {},
): Promise<unknown> {
  const method = muster[operation] as unknown as Method;
  const isBounded = limit !== undefined && limit > 0;
  const bounded = isBounded ? { ...input, limit: Math.min(limit, PAGE_MAX) } : input;
  const called = method(bounded, options);
  const isList = Symbol.asyncIterator in called;
  if (!isList) return called;
  if (limit === undefined) return ((await called) as Page).items;
  const items: unknown[] = [];
  for await (const item of called as AsyncIterable<unknown>) {
    if (isBounded && items.length === limit) break;
    items.push(item);
  }
  return items;
}
