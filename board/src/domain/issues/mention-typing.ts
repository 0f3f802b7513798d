/** Mentions of agents while somebody writes: whom `@` may mean, and which names nobody has. */

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Longer than what follows an `@` before a list has helped. */
const TYPED_MAX = 60;
const SUGGESTED_MAX = 8;

export interface TypedMention {
  /** Where the name begins, after the `@`. */
  readonly from: number;
  readonly name: string;
}

/** The name that is typed before the caret; undefined where none is begun. */
export function typedMention(text: string, caret: number): TypedMention | undefined {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || caret - at > TYPED_MAX) return undefined;
  const name = text.slice(at + 1, caret);
  const isInWord = at > 0 && WORD.test(text.charAt(at - 1));
  return isInWord || /[\n`]|^\s/.test(name) ? undefined : { from: at + 1, name };
}

/** Names that begin with what is typed, or have a word that does. */
export function suggested(names: readonly string[], typed: string): readonly string[] {
  const text = typed.toLowerCase();
  const rankOf = (name: string): number => ` ${name.toLowerCase()}`.indexOf(` ${text}`);
  return names
    .filter((name) => rankOf(name) >= 0 && name !== typed)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other))
    .slice(0, SUGGESTED_MAX);
}

/** What follows an `@` that is no name, as it is written; code is left out. */
export function unknownMentions(text: string, names: readonly string[]): readonly string[] {
  const known = names.map((name) => name.toLowerCase());
  const spoken = text.replaceAll(/```[^]*?(?:```|$)|`[^`\n]*`/g, ' ');
  const found = [...spoken.matchAll(/(?<![\p{L}\p{N}\p{M}_])@([\p{L}\p{N}\p{M}_-]+)/gu)];
  const unknown = found.flatMap(({ index, 1: word = '' }) => {
    const rest = spoken.slice(index + 1).toLowerCase();
    const isKnown = known.some(
      (name) => rest.startsWith(name) && !WORD.test(rest.charAt(name.length)),
    );
    return isKnown ? [] : [word];
  });
  return [...new Set(unknown)];
}
