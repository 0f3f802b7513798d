/**
 * What a company stores in a service, counted where every write numbers its events: in the row of the
 * company, which it locks until the commit. Nothing is given back, because nearly all that is counted is
 * never deleted (docs/operations/retention.md).
 */
import { Refusal, refusalOfQuota, type Storage } from '@muster/contracts';
import type { ServiceConfig } from '../config.ts';
import { maybeOne, sql, violatedConstraint, type Db } from '../postgres/sql.ts';

const MEGABYTE = 1_048_576;
/** An entry of the log with its indexes, besides its payload. */
const ENTRY_BYTES = 600;

/** Most of what one company stores in one service; 0 is no limit. */
export interface Quota {
  readonly bytes: number;
  readonly rows: number;
}

/** What a write adds. */
export interface Stored {
  /** Of what its caller has sent. */
  readonly bytes: number;
  /** Above which it is refused; undefined: it is not held to the quota. */
  readonly quota?: Quota | undefined;
}

/** @param part of the quota to which a write is held; undefined: to none */
export function quotaOf(
  { COMPANY_STORAGE_MB: megabytes, COMPANY_STORAGE_ROWS: rows }: ServiceConfig,
  part: number | undefined,
): Quota | undefined {
  if (part === undefined) return undefined;
  return { bytes: Math.ceil(megabytes * MEGABYTE * part), rows: Math.ceil(rows * part) };
}

/** Bytes that events take in the log. */
export const bytesOfEvents = (events: readonly { readonly payload: string }[]): number =>
  events.reduce((sum, { payload }) => sum + ENTRY_BYTES + Buffer.byteLength(payload), 0);

/** Of several writes in one transaction: what they add together is held to the smallest of their quotas. */
export const storedByAll = (all: readonly (Stored | undefined)[]): Stored => ({
  bytes: all.reduce((sum, stored) => sum + (stored?.bytes ?? 0), 0),
  quota: all
    .flatMap((stored) => stored?.quota ?? [])
    .reduce<Quota | undefined>((least, quota) => (least ? lower(least, quota) : quota), undefined),
});

/** All are parts of one quota, so both of its numbers are lower, or none. */
const lower = (one: Quota, other: Quota): Quota =>
  one.bytes <= other.bytes && one.rows <= other.rows ? one : other;

/** The refusal, if the write failed because of the quota; otherwise the error. */
export function orRefusalOfQuota(error: unknown, quota: Quota | undefined): unknown {
  if (violatedConstraint(error) !== 'event_heads_within_quota') return error;
  return new Refusal(refusalOfQuota, quota && { bytesMost: quota.bytes, rowsMost: quota.rows });
}

/** What the company has stored in this service, and how much it may. */
export async function storageOf(
  { db, config }: { readonly db: Db; readonly config: ServiceConfig },
  companyId: string,
): Promise<Storage> {
  const head = await maybeOne<{ seq: number; storedBytes: number }>(
    db,
    sql`select seq, stored_bytes from event_heads where company_id = ${companyId}`,
  );
  return {
    bytes: head?.storedBytes ?? 0,
    bytesMost: config.COMPANY_STORAGE_MB * MEGABYTE,
    rows: head?.seq ?? 0,
    rowsMost: config.COMPANY_STORAGE_ROWS,
  };
}
