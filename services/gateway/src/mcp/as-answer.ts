/** A short answer as a text: no list, and so nothing to leave out. */
import { fit } from './domain/fit.ts';

/** Above any answer without a list. */
const MAX_BYTES = 1_500;

export const asAnswer = (answer: object): string =>
  fit({ maxBytes: MAX_BYTES, items: [], keep: 'first', build: () => answer });
