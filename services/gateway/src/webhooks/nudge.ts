/** A hint to the job of this process that there is something to do; without it, it looks soon. */
const listeners = new Set<() => void>();

export const nudgeWebhooks = (): void => {
  for (const listener of listeners) listener();
};

export function onNudge(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
