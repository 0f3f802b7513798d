/** Runs a batch of the write queue, and settles each write of it or puts it back. */
import {
  BatchFailed,
  writeBatch,
  type BatchedWrite,
  type BatchOutcome,
} from '../event-log/write-batch.ts';
import { committed, write, type WriteOptions, type Written } from '../event-log/write.ts';
import { isLockFailure } from '../postgres/pool.ts';
import { withSpan } from '../telemetry/span.ts';

export interface QueuedWrite<T> extends BatchedWrite<T> {
  readonly companyId: string;
  /** What the path names: writes to it wait for each other. */
  readonly resource: string;
  /** Writes it in a transaction of its own; `isRepeat`: an earlier attempt may be committed. */
  readonly alone: (isRepeat: boolean) => Promise<Written<T>>;
}

export interface Waiting extends QueuedWrite<unknown> {
  readonly resolve: (written: Written<unknown> | Promise<Written<unknown>>) => void;
  readonly reject: (error: unknown) => void;
}

/** What a batch knows of the queue that it comes from. */
export interface CompanyQueue {
  readonly companyId: string;
  /** After this time no further write of a batch begins. */
  readonly workMs: number;
  isStalled(write: Waiting): boolean;
  /** Until the end that it returns, further writes to the resource of this one leave the queue. */
  stall(write: Waiting): () => void;
  putBack(writes: readonly Waiting[]): void;
  ended(): void;
}

/** One write costs what it costs without a queue. */
export async function runBatch(
  options: WriteOptions,
  queue: CompanyQueue,
  batch: readonly Waiting[],
): Promise<void> {
  const [only, another] = batch;
  options.metrics.writeBatchSize.observe(batch.length);
  if (only && !another) return runOnly(options, queue, only);
  try {
    const outcomes = await writeBatch(options, { ...queue, writes: batch });
    const rest = batch.filter((each, index) => {
      const outcome = outcomes[index];
      if (!outcome || outcome.type === 'not begun') return true;
      settle(options, queue, each, outcome);
      return false;
    });
    queue.putBack(rest);
  } catch (error) {
    const { begun, cause } = error instanceof BatchFailed ? error : { begun: 0, cause: error };
    // Without a connection none has begun, and alone they would get none either.
    if (begun === 0) return batch.forEach(({ reject }) => reject(cause));
    for (const each of batch.slice(0, begun)) each.resolve(each.alone(true));
    queue.putBack(batch.slice(begun));
  }
}

async function runOnly(
  options: WriteOptions,
  { companyId }: CompanyQueue,
  { request, span, requireWanted, resolve, reject }: Waiting,
): Promise<void> {
  try {
    requireWanted();
    resolve(await withSpan(span, () => write(options, { ...request, scope: [companyId] })));
  } catch (error) {
    reject(error);
  }
}

function settle(
  options: WriteOptions,
  queue: CompanyQueue,
  settled: Waiting,
  outcome: Exclude<BatchOutcome, { type: 'not begun' }>,
): void {
  const { span, resolve, reject, alone } = settled;
  if (outcome.type === 'refused') return reject(outcome.error);
  if (outcome.type === 'alone') {
    const unstall = isLockFailure(outcome.error) ? queue.stall(settled) : undefined;
    return resolve(alone(false).finally(unstall));
  }
  try {
    resolve(withSpan(span, () => committed(options, outcome.executed, outcome.seq)));
  } catch (error) {
    reject(error);
  }
}
