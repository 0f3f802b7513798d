/** What can be done with what a page shows: the page says it, and the palette offers it. */
import { useLayoutEffect, useSyncExternalStore } from 'react';

export interface PageVerb {
  readonly label: string;
  /** The key that does the same. */
  readonly hotkey?: string;
  readonly act: () => void;
}

let current: readonly (readonly PageVerb[])[] = [];
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listen of listeners) listen();
}

/** Offered while the page is there. */
export function usePageVerbs(verbs: readonly PageVerb[]): void {
  useLayoutEffect(() => {
    set([...current, verbs]);
    return () => set(current.filter((each) => each !== verbs));
  });
}

const subscribe = (listen: () => void): (() => void) => {
  listeners.add(listen);
  return () => listeners.delete(listen);
};

export const useOfferedVerbs = (): readonly PageVerb[] =>
  useSyncExternalStore(subscribe, () => current).flat();
