/**
 * An effect on any number of rows, in bounded steps: each step is a transaction with its rows, its
 * events and its position, so that a crash loses nothing and repeats nothing. The first step belongs
 * to the transaction that causes the effect, so a small effect is complete with its cause.
 */
import type { Contract } from '@muster/contracts';
import type { Context } from '../context.ts';
import { insertBulkEffects, saveRest, type BulkEffectKey, type Rest } from './bulk-effect-store.ts';

/** What an effect is about: the subject is the company itself for an effect on all of it. */
export type BulkTarget = Omit<BulkEffectKey, 'name'>;

export interface BulkEffect<Own extends Contract = Contract, Parts = unknown> {
  /** Unique in its service and the same in every release: rows refer to it. */
  readonly name: string;
  /**
   * Changes a bounded number of rows and decides by their current state, never by what was the case
   * when the effect began: it may be started again at any point, also with the opposite outcome.
   */
  readonly step: (
    context: Context<Own, Parts>,
    target: BulkTarget,
    after: string | null,
  ) => Promise<Rest>;
}

/** An effect as the worker runs it: the service that declares it makes the context that it takes. */
export interface AnyBulkEffect {
  readonly name: string;
  readonly step: (context: never, target: BulkTarget, after: string | null) => Promise<Rest>;
}

/**
 * Takes the first step and leaves the rest to the worker. An effect that is in progress begins again.
 * Call it before the transaction takes a lock that the step takes, because the worker locks the
 * effect's row first.
 */
export async function applyInSteps<Own extends Contract, Parts>(
  context: Context<Own, Parts>,
  effect: BulkEffect<Own, Parts>,
  target: BulkTarget,
): Promise<void> {
  const { db, by, stepsLeft } = context;
  const key = { ...target, name: effect.name };
  await insertBulkEffects(db, key, [key.companyId], by);
  const rest = await effect.step(context, target, null);
  await saveRest(db, key, rest);
  if (rest !== 'nothing') stepsLeft();
}

/**
 * Leaves all steps to the worker, or those behind a position: for a transaction that holds what others
 * lock after the rows of a step, or that has taken the first step by itself.
 */
export async function applyLater<Own extends Contract, Parts>(
  { db, by, stepsLeft }: Context<Own, Parts>,
  { name }: Pick<BulkEffect<Own, Parts>, 'name'>,
  target: BulkTarget,
  rest: Exclude<Rest, 'nothing'> = { after: null },
): Promise<void> {
  const key = { ...target, name };
  await insertBulkEffects(db, key, [key.companyId], by);
  if (rest.after !== null) await saveRest(db, key, rest);
  stepsLeft();
}

/**
 * The same in each of many companies: for a subject that is in all of them, such as a user.
 *
 * @param companyIds sorted, so that two such writes wait for each other
 */
export async function applyLaterInEach<Own extends Contract, Parts>(
  { db, by, stepsLeft }: Context<Own, Parts>,
  { name }: Pick<BulkEffect<Own, Parts>, 'name'>,
  companyIds: readonly string[],
  subjectId: string,
): Promise<void> {
  await insertBulkEffects(db, { name, subjectId }, companyIds, by);
  stepsLeft();
}

/** Ends an effect that is in progress, because its cause is over; waits for a step of it. */
export const endBulkEffect = <Own extends Contract, Parts>(
  { db }: Pick<Context<Own, Parts>, 'db'>,
  { name }: BulkEffect<Own, Parts>,
  target: BulkTarget,
): Promise<void> => saveRest(db, { ...target, name }, 'nothing');

/** What a step that changes at most `limit` rows leaves, if changed rows no longer match. */
export const restAfter = (changed: number, limit: number): Rest =>
  changed < limit ? 'nothing' : { after: null };
