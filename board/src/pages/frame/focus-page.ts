import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * A way to another page moves the focus there, whose name is read. A page that has taken the focus itself keeps it, and
 * so does the first one, before which there is the link that leads past the rail.
 */
export function useFocusOnPage(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const isFirst = before.current === undefined;
    const isSame = before.current === path;
    before.current = path;
    if (isFirst || isSame || document.querySelector('dialog[open]') !== null) return;
    const main = document.getElementById('main');
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [path]);
}
