/** Keys of pages: one letter, or `g` and a letter. They rest while somebody types or a dialog is open. */
import { useLayoutEffect, useRef } from 'react';

/** An act that answers `false` has done nothing: the key then does what it does without us. */
export type Keys = Readonly<Record<string, () => unknown>>;

/** Keyboards of Apple have ⌘ where others have Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** `Ctrl K`, or `⌘K`: the name of a key that is pressed with the modifier of the system. */
export const modKey = (key: string): string => (isApple ? `⌘${key}` : `Ctrl ${key}`);

const SWITCH = 'muster.single-keys';
const SEQUENCE_MS = 1_200;

export const singleKeysAreOn = (): boolean => localStorage.getItem(SWITCH) !== 'off';
export const switchSingleKeys = (on: boolean): void =>
  localStorage.setItem(SWITCH, on ? 'on' : 'off');

/**
 * `mod+k` works everywhere; what follows `g` is one key of two letters: `g i`. What can be seen can be pressed: the
 * keys are bound before the page is painted.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  const before = useRef<{ key: string; at: number } | undefined>(undefined);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const name = nameOf(event, before.current);
      before.current = { key: event.key, at: event.timeStamp };
      const act = name === undefined ? undefined : latest.current[name];
      if (!act || event.defaultPrevented) return;
      if (act() !== false) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function nameOf(
  event: KeyboardEvent,
  before: { key: string; at: number } | undefined,
): string | undefined {
  if ((event.ctrlKey || event.metaKey) && !event.altKey) return `mod+${event.key.toLowerCase()}`;
  if (event.altKey || isBusy(event.target) || !singleKeysAreOn()) return undefined;
  const follows = before?.key === 'g' && event.timeStamp - before.at < SEQUENCE_MS;
  return follows ? `g ${event.key}` : event.key;
}

const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)));
