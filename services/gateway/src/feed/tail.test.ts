import type { EventRecord } from '@muster/contracts';
import { newId, type RpcReply } from '@muster/service-kit';
import { expect, it } from 'vitest';
import { openTail } from './tail.ts';

const companyId = newId();

function eventOf(seq: number): EventRecord {
  const actor = { actorType: 'system', actorId: 'issues', actorName: 'issues' } as const;
  const entity = { type: 'issue.commented', version: 1, entityType: 'issue', entityId: newId() };
  const cause = { runId: null, requestId: null, causedBy: null, traceparent: null };
  const occurredAt = '2026-01-01T00:00:00.000Z';
  const log = { id: newId(), producer: 'issues', companyId, seq } as const;
  return { ...log, ...entity, ...actor, ...cause, payload: {}, occurredAt };
}

/** The tail of a log that is empty at first, and whose reads wait until the test answers them. */
function openedTail() {
  const reads: PromiseWithResolvers<RpcReply>[] = [];
  const moved = Promise.withResolvers<void>();
  const rpc = (): Promise<RpcReply> => {
    const read = Promise.withResolvers<RpcReply>();
    reads.push(read);
    return read.promise;
  };
  const tail = openTail({
    log: { rpc, companyId, service: 'issues' },
    head: { seq: 0, mark: '' },
    moved: moved.resolve,
    failed: moved.reject,
  });
  return {
    tail,
    moved: moved.promise,
    reads: () => reads.length,
    answer(...events: EventRecord[]): void {
      const bytes = new TextEncoder().encode(JSON.stringify(events));
      reads.at(-1)?.resolve({ status: 200, bytes, headers: undefined });
    },
  };
}

it('reads again after a notification during the last read of a sweep', async () => {
  const { tail, moved, reads, answer } = openedTail();
  tail.pull(Infinity);
  tail.pull(1);
  answer();
  await expect.poll(reads).toBe(2);
  answer(eventOf(1));
  await moved;
  expect(tail.head().seq).toBe(1);
});
