/** The head of a page: where it is, what it is, what can be done. */
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useState, type ReactElement, type ReactNode } from 'react';
import { guideOf } from '../domain/documents/guides.ts';
import { oneLine } from '../domain/visible.ts';
import css from './page.module.css';

interface Props {
  readonly title: string;
  /** Instead of the title as plain text. */
  readonly heading?: ReactNode;
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  /** Takes the whole width of the window. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Page({
  title,
  heading,
  above,
  actions,
  wide = false,
  children,
}: Props): ReactElement {
  const shown = oneLine(title);
  const named = useId();
  const isSettled = useSettled();
  useEffect(() => {
    document.title = `${shown} · Muster`;
  }, [shown]);
  return (
    <main
      id="main"
      // It is named when it gets the focus, as after a way to another page.
      aria-labelledby={named}
      aria-busy={!isSettled}
      className={`${css.page} ${wide ? css.wide : ''} ${isSettled ? '' : css.settling}`}
      tabIndex={-1}
    >
      <header className={css.head}>
        <div className={css.titles}>
          {above !== undefined && <div className={css.above}>{above}</div>}
          <h1 id={named}>{heading ?? shown}</h1>
        </div>
        <div className={css.actions}>
          {actions}
          <GuideLink />
        </div>
      </header>
      {children}
    </main>
  );
}

/** Leads to the guide about what the page shows. */
function GuideLink(): ReactElement | null {
  const path = useRouterState({
    select: ({ matches }): string | undefined => matches.at(-1)?.fullPath,
  });
  const guide = path === undefined ? undefined : guideOf(path);
  if (guide === undefined) return null;
  return (
    // No page of the router: the gateway serves it.
    <a href={`/docs/guide/${guide}`} className={css.guide}>
      Guide
    </a>
  );
}

/** Longer than a page reads, also over a slow line. One answer that does not come keeps the others from nobody. */
const WAIT_MAX_MS = 4_000;
/** What an answer brings into the page asks for its own from the next frame on. */
const QUIET_FRAMES = 2;

const isFirstRead = ({ state }: Query): boolean => state.data === undefined;

/** Whether a page has all that it reads first: until then nobody sees its parts come one after the other. */
function useSettled(): boolean {
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
