/**
 * A position in a list of pages: the cursor of a page, and how many of its items were shown. An answer may
 * end in the middle of a page, because its budget is in bytes.
 */
import { Refusal } from '@muster/contracts';

export interface ListPosition {
  readonly cursor: string | undefined;
  readonly skip: number;
}

const POSITION = /^(\d{1,3})~(.*)$/;

export const start: ListPosition = { cursor: undefined, skip: 0 };

export function readPosition(text: string | undefined): ListPosition {
  if (text === undefined) return start;
  const [, skip, cursor] = POSITION.exec(text) ?? [];
  if (skip === undefined) throw new Refusal('invalid_cursor');
  return { skip: Number(skip), cursor: cursor || undefined };
}

export interface Shown {
  readonly from: ListPosition;
  /** Items that were read after the position, and how many of them are shown. */
  readonly read: number;
  readonly shown: number;
  readonly nextCursor: string | undefined;
}

/** Where the next answer begins; undefined at the end of the list. */
export function nextPosition({ from, read, shown, nextCursor }: Shown): string | undefined {
  if (shown < read) return `${from.skip + shown}~${from.cursor ?? ''}`;
  return nextCursor === undefined ? undefined : `0~${nextCursor}`;
}
