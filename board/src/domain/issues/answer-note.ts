/** The note of an answer, as people read it: it is written for agents, and names requests of the interface. */
const REQUEST = /[,;] (?:GET|POST|PUT|PATCH|DELETE) \/api\/[^\s,;]+(?: \{[^}]*\})?(?: does)?/g;

/** As sentences, without the requests; undefined where the answer has none. */
export function noteIn(answer: unknown): string | undefined {
  const { note } = Object(answer) as { readonly note?: unknown };
  if (typeof note !== 'string' || note === '') return undefined;
  const words = note.replaceAll(REQUEST, '');
  return words
    .split('; ')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(' ');
}
