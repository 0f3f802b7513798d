/** What answers to writes have noted: the last one, until it is dismissed or another write is answered. */
let current: unknown;
const listeners = new Set<() => void>();

export function tellAnswer(answer: unknown): void {
  if (answer === current) return;
  current = answer;
  for (const listen of listeners) listen();
}

export const currentAnswer = (): unknown => current;

export function onAnswer(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
