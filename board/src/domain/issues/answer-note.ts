import { withoutRequests } from '../words/for-people.ts';

/** The note of an answer as sentences, without the requests that it names; undefined where the answer has none. */
export function noteIn(answer: unknown): string | undefined {
  const { note } = Object(answer) as { readonly note?: unknown };
  return typeof note === 'string' ? withoutRequests(note) : undefined;
}
