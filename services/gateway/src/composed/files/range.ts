/** The header `Range`: one range of bytes. Anything else is ignored, as HTTP wants it. */
import { Refusal } from '@muster/contracts';
import type { ByteRange } from '@muster/file-store';

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Undefined: the whole file. Refuses a range behind its end. */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') return lastBytes(Number(to), bytes);
  const first = Number(from);
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= bytes) throw notSatisfiable(bytes);
  return { first, last };
}

function lastBytes(count: number, bytes: number): ByteRange {
  if (count === 0 || bytes === 0) throw notSatisfiable(bytes);
  return { first: Math.max(0, bytes - count), last: bytes - 1 };
}

const notSatisfiable = (bytes: number): Refusal => new Refusal('range_not_satisfiable', { bytes });
