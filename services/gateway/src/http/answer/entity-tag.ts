/**
 * The entity tag of an answer is a hash of its bytes, so it is right for every read, whatever the
 * answer depends on (decision 107). It is weak, because the same tag stands for the compressed form.
 */
import { hash } from 'node:crypto';

/** 132 bits. */
const HASH_CHARS = 22;
const VERSION = '"version":';
const DIGITS = /^\d{1,15}/;

export interface Tagged {
  readonly body: Buffer | string;
  /** A page is another one when more follows it. */
  readonly nextCursor?: string | undefined;
  /** Whether the answer is a record with a version, which then begins the tag: see `If-Match`. */
  readonly hasVersion: boolean;
}

export function entityTagOf({ body, nextCursor, hasVersion }: Tagged): string {
  const ofBody = hash('sha256', body, 'base64url').slice(0, HASH_CHARS);
  const digest = nextCursor
    ? hash('sha256', `${ofBody} ${nextCursor}`, 'base64url').slice(0, HASH_CHARS)
    : ofBody;
  const version = hasVersion ? versionIn(body) : undefined;
  return version === undefined ? `W/"${digest}"` : `W/"${version}.${digest}"`;
}

/** The bytes are parsed only if something inside the record has a version, too. */
function versionIn(body: Buffer | string): number | undefined {
  const at = body.indexOf(VERSION);
  if (at === -1) return undefined;
  if (body.indexOf(VERSION, at + 1) !== -1) {
    const { version } = JSON.parse(body.toString()) as { version?: unknown };
    return typeof version === 'number' ? version : undefined;
  }
  const from = at + VERSION.length;
  const digits = DIGITS.exec(body.slice(from, from + 15).toString());
  return digits ? Number(digits[0]) : undefined;
}

/** Whether the client has this answer, by its `If-None-Match`. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((each) => {
    const named = each.trim();
    return named === '*' || opaque(named) === opaque(tag);
  });

/** Weak and strong tags are alike here: proxies that compress mark a tag as weak. */
const opaque = (tag: string): string => tag.replace(/^W\//, '');
