/** Placeholders for ids. They have the form of an id, so that every schema accepts them. */
import fc, { type Arbitrary } from 'fast-check';
import { things, type Thing } from '../requests/inputs/things.ts';

/** What a pool holds: ids of things, the caller's own id, and identifiers of issues. */
export type Kind = Thing | 'caller' | 'identifier';

const kinds: readonly Kind[] = [...things, 'caller', 'identifier'];
const PICKS = 0xffff;
const PLACEHOLDER = /feedfeed-([0-9a-f]{4})-4000-8000-0000([0-9a-f]{8})/g;

const placeholder = (kind: Kind): Arbitrary<string> =>
  fc.nat({ max: PICKS }).map((pick) => {
    const number = kinds.indexOf(kind).toString(16).padStart(4, '0');
    return `feedfeed-${number}-4000-8000-0000${pick.toString(16).padStart(8, '0')}`;
  });

/** Mostly an id of something that exists. */
export function placeholderOf(thing: Thing, mayBeIdentifier: boolean): Arbitrary<string> {
  return fc.oneof(
    { weight: 70, arbitrary: placeholder(thing) },
    { weight: thing === 'agent' ? 30 : 0, arbitrary: placeholder('caller') },
    { weight: mayBeIdentifier ? 20 : 0, arbitrary: placeholder('identifier') },
    { weight: 6, arbitrary: fc.uuid() },
  );
}

/** Replaces each placeholder in the text by what `pick` answers. */
export const fillPlaceholders = (
  text: string,
  pick: (kind: Kind, number: number) => string | undefined,
): string =>
  text.replace(PLACEHOLDER, (whole, kind: string, number: string) => {
    const named = kinds[Number.parseInt(kind, 16)];
    return (named && pick(named, Number.parseInt(number, 16))) ?? whole;
  });
