/**
 * What a company is refused that stores as much as it may: nothing is added, and its agents change
 * nothing but the report on their work in hand. What ends, stops, decides or deletes is never refused.
 */
import { z } from 'zod';
import { isWrite, waitsWhilePaused, type Operation } from './define.ts';
import { goesBeyondReport } from './policy.ts';
import type { RefusalCode } from './refusals/refusals.ts';
import type { Actor } from './vocabulary.ts';

/** Of every operation that adds to what a company stores. */
export const refusalOfQuota: RefusalCode = 'storage_quota_reached';

/** Whether the operation may be refused for the quota, at least for some callers or fields. */
export const mayMeetQuota = (operation: Operation): boolean =>
  isWrite(operation) && (operation.stores !== undefined || waitsWhilePaused(operation));

/** What agents may still report above the quota, as a part of it: a change has an entry in the log. */
const REPORTS = 0.1;

/**
 * The part of the quota above which this request is refused; undefined: it never is. Services go on:
 * they keep copies and ends.
 */
export function partOfQuota(
  operation: Operation,
  actor: Actor,
  input: Readonly<Record<string, unknown>>,
): number | undefined {
  if (actor.type !== 'agent' && actor.type !== 'user') return undefined;
  const { stores } = operation;
  if (stores === true || stores?.some((field) => input[field] !== undefined)) return 1;
  if (actor.type !== 'agent' || !waitsWhilePaused(operation)) return undefined;
  return goesBeyondReport(operation, input) ? 1 : 1 + REPORTS;
}

/** What a company has stored in one service. A most of 0 is no limit. */
export const Storage = z.object({
  bytes: z.int().min(0).describe('Bytes that were written, with their entries in the log.'),
  bytesMost: z.int().min(0).describe('Above these nothing is added; 0: no limit.'),
  rows: z.int().min(0).describe('Entries of the log, of which each thing made or changed has one.'),
  rowsMost: z.int().min(0).describe('Above these nothing is added; 0: no limit.'),
});
export type Storage = z.output<typeof Storage>;

/** In the counts of a service; absent in answers of the release before. */
export const stored = { storage: Storage.optional() };

/** The services in which what a company adds is counted against its quota. */
export const storageOwners = ['agents', 'issues', 'approvals', 'scheduler'] as const;
