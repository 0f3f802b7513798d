/**
 * A queue of writes over a running ledger. What is enqueued in one tick is one batch, however slow the
 * machine is.
 */
import { Refusal, type Actor } from '@muster/contracts';
import { many, newId, none, one, sql, type Context, type Db } from '@muster/service-kit';
import { agentActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll } from 'vitest';
import { write, type WriteOptions, type WriteRequest } from '../src/event-log/write.ts';
import { openWriteQueue, type WriteQueue } from '../src/rpc/write-queue.ts';
import { ledger, ledgerService } from './ledger.ts';

/** A batch begins all of its writes. */
const WORK_MS = 60_000;

export type Work = (context: Context<typeof ledger>) => Promise<unknown>;

export interface Given {
  readonly companyId: string;
  readonly actor?: Actor;
  readonly resource?: string;
  readonly requestId?: string;
  readonly clientRequestId?: string | null;
  readonly requireWanted?: () => void;
}

let stage: Stage<typeof ledger>;
let options: WriteOptions;
let queue: WriteQueue;

/** Opens a stage of the ledger and the queue for the tests of a file. */
export function useLedgerQueue(): () => Stage<typeof ledger> {
  beforeAll(async () => {
    stage = await openStage(ledgerService);
    const { runtime } = stage.service;
    options = {
      ...runtime,
      contract: ledger,
      publisher: { committed: () => undefined },
      stepsLeft: () => undefined,
      parts: undefined,
    };
    queue = openWriteQueue(options, WORK_MS);
  });
  afterAll(() => stage.close());
  return () => stage;
}

/** Runs the work as the write of a request, which may become a part of a batch. */
export function enqueue(work: Work, given: Given): Promise<unknown> {
  const { clientRequestId = null } = given;
  const { companyId, actor = agentActor(companyId), requestId = newId() } = given;
  const { resource = newId(), requireWanted = () => undefined } = given;
  const request: WriteRequest<unknown> = {
    by: { actor, runId: null, requestId, clientRequestId, causedBy: null, traceparent: null },
    work: (context) => work(context),
    answer: (result, changed) =>
      changed
        ? { id: requestId, operation: 'addEntry', fingerprint: '', body: JSON.stringify(result) }
        : undefined,
  };
  const alone = () => write(options, request);
  return queue
    .enqueue({ companyId, resource, request, span: undefined, requireWanted, alone })
    .then(({ result }) => result);
}

/** Tells transactions apart. */
export const txid = async (db: Db): Promise<string> =>
  (await one<{ id: string }>(db, sql`select txid_current()::text as id`)).id;

/** Adds an entry, and tells the transaction that it is in. */
export const add =
  (companyId: string, amount: number): Work =>
  async ({ db, emit }) => {
    const id = newId();
    await none(
      db,
      sql`insert into entries (id, company_id, amount) values (${id}, ${companyId}, ${amount})`,
    );
    emit('entry.added', { companyId, entityId: id, payload: { amount } });
    return txid(db);
  };

export const refuse: Work = async () => {
  throw new Refusal('illegal_transition');
};

export const amountsOf = async (companyId: string): Promise<number[]> => {
  const entries = await many<{ amount: number }>(
    stage.db,
    sql`select amount from entries where company_id = ${companyId} order by amount limit 100`,
  );
  return entries.map(({ amount }) => amount);
};

export const eventsOf = (companyId: string) =>
  many<{ seq: number; actorId: string; requestId: string }>(
    stage.db,
    sql`
    select seq, actor_id, request_id from events where company_id = ${companyId}
    order by seq limit 100`,
  );
