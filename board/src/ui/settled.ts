/** Whether a page has all that it reads first: until then nobody sees its parts come one after the other. */
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Longer than a page reads, also over a slow line. One answer that does not come keeps the others from nobody. */
const WAIT_MAX_MS = 4_000;
/** What an answer brings into the page asks for its own from the next frame on. */
const QUIET_FRAMES = 2;

const isFirstRead = ({ state }: Query): boolean => state.data === undefined;

export function useSettled(): boolean {
  const client = useQueryClient();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const end = performance.now() + WAIT_MAX_MS;
    let quiet = 0;
    let frame = 0;
    const look = (): void => {
      const waits = document.querySelector('#main [data-waiting]') !== null;
      quiet = waits || client.isFetching({ predicate: isFirstRead }) > 0 ? 0 : quiet + 1;
      if (quiet > QUIET_FRAMES || performance.now() > end) setSettled(true);
      else frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [client]);
  return isSettled;
}
