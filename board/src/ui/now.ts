import { useEffect, useState } from 'react';

const TICK_MS = 15_000;

/** The time, often enough for "3 min ago"; each second while something runs. */
export function useNow(everyMs = TICK_MS): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
