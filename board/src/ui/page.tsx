/** The head of a page: where it is, what it is, what can be done. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useId, type ReactElement, type ReactNode } from 'react';
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
  useEffect(() => {
    document.title = `${shown} · Muster`;
  }, [shown]);
  return (
    <main
      id="main"
      // It is named when it gets the focus, as after a way to another page.
      aria-labelledby={named}
      className={`${css.page} ${wide ? css.wide : ''}`}
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
