import { useMemo } from 'react';

/** A key of one request: the same while its words are, so that a second Enter makes nothing twice. */
export const useKeyFor = (words: string): string =>
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- other words are another request
  useMemo(() => crypto.randomUUID(), [words]);
