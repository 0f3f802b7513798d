/** Marks where an id belongs. They have the form of an id, so that every schema accepts them. */
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { things } from '../harness/inputs/things.ts';
import type { Thing } from '../harness/inputs/things.ts';

/** What a pool holds: ids of things, and what else stands for one. */
export type Kind = Thing | 'caller' | 'identifier';

const kinds: readonly Kind[] = [...things, 'caller', 'identifier'];
const PICKS = 0xffff;
const MARK = /feedfeed-([0-9a-f]{4})-4000-8000-0000([0-9a-f]{8})/g;

const mark = (kind: Kind): Arbitrary<string> =>
  fc.nat({ max: PICKS }).map((pick) => {
    const number = kinds.indexOf(kind).toString(16).padStart(4, '0');
    return `feedfeed-${number}-4000-8000-0000${pick.toString(16).padStart(8, '0')}`;
  });

/** Mostly something that is there. */
export function markOf(thing: Thing, mayBeIdentifier: boolean): Arbitrary<string> {
  return fc.oneof(
    { weight: 70, arbitrary: mark(thing) },
    { weight: thing === 'agent' ? 30 : 0, arbitrary: mark('caller') },
    { weight: mayBeIdentifier ? 20 : 0, arbitrary: mark('identifier') },
    { weight: 6, arbitrary: fc.uuid() },
  );
}

/** The text with each mark replaced by what `pick` says. */
export const withoutMarks = (
  text: string,
  pick: (kind: Kind, number: number) => string | undefined,
): string =>
  text.replace(MARK, (whole, kind: string, number: string) => {
    const named = kinds[Number.parseInt(kind, 16)];
    return (named && pick(named, Number.parseInt(number, 16))) ?? whole;
  });
