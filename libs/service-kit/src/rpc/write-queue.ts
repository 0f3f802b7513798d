/**
 * Group commit: writes of a company that arrive while others of it are under way are written together
 * in one transaction. A write that finds none under way begins at once. One that waits for a lock
 * delays the others only briefly: the next batch begins beside it, and further writes to its resource
 * leave the queue until it has ended (decision 78).
 */
import type { WriteOptions, Written } from '../event-log/write.ts';
import { detached } from '../telemetry/span.ts';
import { runBatch, type CompanyQueue, type QueuedWrite, type Waiting } from './run-batch.ts';

/** Most writes of one transaction. */
const BATCH_MAX = 16;
/** After this time no further write of a batch begins: those that are done wait for the commit. */
const WORK_MS = 5;
/** A batch that takes longer than this lets the next one begin. */
const TURN_MS = 50;
/** Most batches of one company under way: each has a connection, and others need connections too. */
const UNDER_WAY_MAX = 3;

export interface WriteQueue {
  enqueue<T>(queued: QueuedWrite<T>): Promise<Written<T>>;
}

interface Queue extends CompanyQueue {
  waiting: Waiting[];
  underWay: number;
  /** The batch for which the others wait. */
  turn: object | undefined;
  /** Whether the next batch is taken at the end of this tick. */
  isDue: boolean;
  readonly isIdle: () => boolean;
}

export function openWriteQueue(options: WriteOptions, workMs = WORK_MS): WriteQueue {
  const queues = new Map<string, Queue>();
  const queueOf = (companyId: string): Queue => {
    const known = queues.get(companyId);
    if (known) return known;
    const queue = openQueue({ companyId, workMs }, () => {
      if (queue.isIdle()) queues.delete(companyId);
    });
    queues.set(companyId, queue);
    return queue;
  };
  return {
    enqueue: <T>(queued: QueuedWrite<T>) =>
      new Promise<Written<unknown>>((resolve, reject) => {
        const queue = queueOf(queued.companyId);
        queue.waiting.push({ ...(queued as QueuedWrite<unknown>), resolve, reject });
        // What arrives in one tick is one batch.
        if (!queue.isDue) process.nextTick(detached, () => takeNext(options, queue));
        queue.isDue = true;
      }) as Promise<Written<T>>,
  };
}

function openQueue(of: Pick<CompanyQueue, 'companyId' | 'workMs'>, changed: () => void): Queue {
  /** How many writes to a resource wait for locks. */
  const stalled = new Map<string, number>();
  const queue: Queue = {
    ...of,
    waiting: [],
    underWay: 0,
    turn: undefined,
    isDue: false,
    isIdle: () => queue.waiting.length + queue.underWay + stalled.size === 0,
    isStalled: ({ resource }) => stalled.has(resource),
    stall({ resource }) {
      stalled.set(resource, (stalled.get(resource) ?? 0) + 1);
      return () => {
        const left = (stalled.get(resource) ?? 1) - 1;
        if (left > 0) stalled.set(resource, left);
        else stalled.delete(resource);
        changed();
      };
    },
    putBack: (writes) => void queue.waiting.unshift(...writes),
    ended() {
      queue.underWay -= 1;
      changed();
    },
  };
  return queue;
}

function takeNext(options: WriteOptions, queue: Queue): void {
  queue.isDue = false;
  const leaving = queue.waiting.filter(queue.isStalled);
  if (leaving.length > 0) queue.waiting = queue.waiting.filter((each) => !queue.isStalled(each));
  for (const each of leaving) each.resolve(each.alone(false));
  if (queue.turn || queue.underWay === UNDER_WAY_MAX || queue.waiting.length === 0) return;
  begin(options, queue, queue.waiting.splice(0, BATCH_MAX));
}

function begin(options: WriteOptions, queue: Queue, batch: readonly Waiting[]): void {
  const turn = {};
  queue.turn = turn;
  queue.underWay += 1;
  const pass = (): void => {
    if (queue.turn === turn) queue.turn = undefined;
    takeNext(options, queue);
  };
  let unstall: (() => void) | undefined;
  const timer = setTimeout(() => {
    const [only, another] = batch;
    if (only && !another) unstall = queue.stall(only);
    pass();
  }, TURN_MS);
  void runBatch(options, queue, batch).finally(() => {
    clearTimeout(timer);
    unstall?.();
    queue.ended();
    pass();
  });
}
