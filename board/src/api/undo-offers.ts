/** What the reader can take back: the last change, for a while. */

export interface UndoOffer {
  readonly says: string;
  readonly undo: () => Promise<unknown>;
}

let current: UndoOffer | undefined;
const listeners = new Set<() => void>();

export function offerUndo(offer: UndoOffer | undefined): void {
  current = offer;
  for (const listen of listeners) listen();
}

export const currentOffer = (): UndoOffer | undefined => current;

export function onOffer(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
