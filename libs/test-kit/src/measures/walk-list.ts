/** Walks the pages of a list as its service does, and tells what one page reads at the most. */
import type { Actor, Contract } from '@muster/contracts';
import type { Db, Page, ServiceDefinition } from '@muster/service-kit';
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
  let bytes = 0;
  const counting: Db = {
    run: async <Row>(statement: Parameters<Db['run']>[0]) => {
      const rows = await runtime.db.run<Row>(statement);
      bytes += Buffer.byteLength(JSON.stringify(rows));
      return rows;
    },
  };
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
    bytes = 0;
    const page: Page<unknown> = await handler({ ...input, cursor }, context);
    items.push(...page.items);
    bytesMax = Math.max(bytesMax, bytes);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { items, answersRead: bytesMax / ANSWER_MAX_BYTES };
}
