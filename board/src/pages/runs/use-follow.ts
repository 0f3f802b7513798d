import { useEffect, useRef, useState, type RefObject, type WheelEvent } from 'react';

interface Following<E extends HTMLElement> {
  readonly box: RefObject<E | null>;
  readonly follows: boolean;
  readonly setFollows: (follows: boolean) => void;
  readonly onWheel: (event: WheelEvent) => void;
}

/** Keeps the end of a box in view as it grows, until the reader scrolls up. */
export function useFollow<E extends HTMLElement>(content: unknown): Following<E> {
  const [follows, setFollows] = useState(true);
  const box = useRef<E>(null);
  useEffect(() => {
    if (follows && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [content, follows]);
  return {
    box,
    follows,
    setFollows,
    onWheel: (event) => event.deltaY < 0 && setFollows(false),
  };
}
