/** Walks the pages of a list as its service does, and tells what one page reads at the most. */
import type { Actor, Contract } from '@muster/contracts';
import type { Db, Page, ServiceDefinition, Stated } from '@muster/service-kit';
import type { Stage } from '../stage.ts';

/** The largest answer: NATS carries no more. */
const ANSWER_MAX_BYTES = 786_432;

export interface Walk {
  /** Of all pages, in their order. */
  readonly items: readonly unknown[];
  /** The most answers of the largest size that one page has read. */
  readonly answersRead: number;
}

/** Calls the operation's handler until its last page. The input has all fields, also defaults. */
export async function walkList<C extends Contract>(
  { operations }: ServiceDefinition<C>,
  { service: { runtime } }: Stage<C>,
  operation: string,
  input: object,
  actor: Actor,
): Promise<Walk> {
  const { db: counting, bytesSince } = countingBytes(runtime.db);
  const context = {
    db: counting,
    slowReads: counting,
    actor,
    scope: 'all',
    now: new Date().toISOString(),
  };
  const handler = operations[operation as keyof typeof operations] as unknown as (
    input: object,
    context: object,
  ) => Promise<Page<unknown>>;
  const items: unknown[] = [];
  let bytesMax = 0;
  let cursor: string | undefined;
  do {
    const page: Page<unknown> = await handler({ ...input, cursor }, context);
    items.push(...page.items);
    bytesMax = Math.max(bytesMax, bytesSince());
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { items, answersRead: bytesMax / ANSWER_MAX_BYTES };
}

/** The same of the states of one type of event, which other services copy. */
export async function walkStates<C extends Contract>(
  { states = {} }: ServiceDefinition<C>,
  { service: { runtime } }: Stage<C>,
  type: string,
  companyId: string,
): Promise<Walk> {
  const { db, bytesSince } = countingBytes(runtime.db);
  const items: Stated[] = [];
  let bytesMax = 0;
  for (let hasMore = true; hasMore;) {
    const page = await states[type]?.(db, {
      companyId,
      after: items.at(-1)?.after ?? null,
      size: 100,
    });
    items.push(...(page?.rows ?? []));
    bytesMax = Math.max(bytesMax, bytesSince());
    hasMore = page?.hasMore ?? false;
  }
  return { items, answersRead: bytesMax / ANSWER_MAX_BYTES };
}

function countingBytes(counted: Db): { readonly db: Db; readonly bytesSince: () => number } {
  let bytes = 0;
  const db: Db = {
    run: async <Row>(statement: Parameters<Db['run']>[0]) => {
      const rows = await counted.run<Row>(statement);
      bytes += Buffer.byteLength(JSON.stringify(rows));
      return rows;
    },
  };
  const bytesSince = (): number => {
    const since = bytes;
    bytes = 0;
    return since;
  };
  return { db, bytesSince };
}
