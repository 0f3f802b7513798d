/** Around every page: companies and what waits in each, pages, the palette, the state of the line. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { isProblem } from '../../api/problem.ts';
import { CompanyContext } from '../../cache/company.ts';
import { useLive } from '../../cache/live.ts';
import { companiesQuery, sessionQuery } from '../../cache/queries.ts';
import { useKeepSignedIn, useSessionNews } from '../../cache/session.ts';
import { useKeys } from '../../ui/keys.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { StopDialog } from '../../ui/stop-company.tsx';
import { NewIssue } from '../issues/new-issue.tsx';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import type { Address } from '../../ui/links/address.ts';
import { CompanyBars } from './company-bars.tsx';
import css from './frame.module.css';
import { useFocusOnPage } from './focus-page.ts';
import { KeyHelp } from './key-help.tsx';
import { Palette } from './palette.tsx';
import { addressOf, places } from './places.ts';
import { Rail } from './rail.tsx';
import { StopEverywhere } from './stop-everywhere.tsx';
import { Toasts } from './toast.tsx';

export function Frame(): ReactElement | null {
  const session = useQuery(sessionQuery);
  const isOver = isProblem(session.error) && session.error.fields.status === 401;
  useKeepSignedIn(session.data && !isOver ? true : isOver ? false : undefined);
  useSessionNews();
  if (session.isPending) return <Shell />;
  if (isOver && !session.data) {
    return <Navigate to="/sign-in" search={{ to: location.pathname + location.search }} />;
  }
  if (!session.data) {
    return <ProblemNote error={session.error} onRetry={() => void session.refetch()} />;
  }
  return (
    <>
      {isOver && <SignInAgain />}
      <SignedInFrame session={session.data} />
    </>
  );
}

/** What is the same for everybody, until it is known who reads: the document begins with the same. */
const Shell = (): ReactElement => (
  <div className={css.frame}>
    <div className={css.rail}>
      <header className={css.brand}>
        <strong>Muster</strong>
        <span className={css.line}>&nbsp;</span>
      </header>
    </div>
    <div className={css.content}>
      <Waiting />
    </div>
  </div>
);

function SignedInFrame({ session }: { readonly session: Output<'getSession'> }): ReactElement {
  const { prefix } = useParams({ strict: false });
  const companies = useQuery(companiesQuery);
  const all = useMemo(() => companies.data ?? [], [companies.data]);
  const current = all.find(({ issuePrefix }) => issuePrefix === prefix);
  const line = useLive({
    session: session.credential.id ?? session.actor.id,
    companyIds: companies.data && all.map(({ id }) => id),
    shown: current?.id,
  });
  useFocusOnPage();
  const isOpened = useOnce(line.state !== 'catching up');
  const [open, setOpen] = useState<
    'palette' | 'issue' | 'help' | 'stop' | 'stop all' | undefined
  >();
  const close = (): void => setOpen(undefined);
  useFrameKeys(
    current?.issuePrefix ?? all[0]?.issuePrefix,
    all.map((each) => each.issuePrefix),
    setOpen,
  );
  return (
    <div className={css.frame}>
      <a href="#main" className={css.skip}>
        Go to the page
      </a>
      <Rail
        companies={all}
        current={current ?? all[0]}
        line={line}
        onPalette={() => setOpen('palette')}
        onNewIssue={() => setOpen('issue')}
      />
      <div className={css.content}>
        <CompanyBars companies={all} current={current} />
        {companies.error && <ProblemNote error={companies.error} />}
        {companies.isSuccess && (isOpened ? <Outlet /> : <Waiting />)}
      </div>
      <Toasts />
      {open === 'palette' && (
        <Palette
          companies={all}
          current={current ?? all[0]}
          onClose={close}
          onNewIssue={() => setOpen('issue')}
          onStop={() => setOpen('stop')}
          onStopAll={() => setOpen('stop all')}
        />
      )}
      {open === 'stop' && (
        <CompanyContext value={current ?? all[0]}>
          <StopDialog onClose={close} />
        </CompanyContext>
      )}
      {open === 'stop all' && <StopEverywhere companies={all} onClose={close} />}
      {open === 'issue' && (current ?? all[0]) && (
        <NewIssue company={(current ?? all[0]) as (typeof all)[number]} onClose={close} />
      )}
      {open === 'help' && <KeyHelp onClose={close} />}
    </div>
  );
}

/** The line opens before the first lists are read, so that nothing falls between. */
function useOnce(holds: boolean): boolean {
  const [held, setHeld] = useState(holds);
  if (holds && !held) setHeld(true);
  return holds || held;
}

function useFrameKeys(
  prefix: string | undefined,
  prefixes: readonly string[],
  open: (what: 'palette' | 'issue' | 'help') => void,
): void {
  const navigate = useNavigate();
  const go = (address: Address): void => void navigate(address);
  const pages = prefix === undefined ? {} : pagesOf(prefix, go);
  const byNumber = Object.fromEntries(
    prefixes
      .slice(0, 9)
      .map((each, at) => [`g ${at + 1}`, () => go({ to: '/$prefix', params: { prefix: each } })]),
  );
  useKeys({
    'mod+k': () => open('palette'),
    '?': () => open('help'),
    c: () => prefix !== undefined && open('issue'),
    'g i': () => go({ to: '/' }),
    ...pages,
    ...byNumber,
  });
}

const pagesOf = (prefix: string, go: (address: Address) => void): Record<string, () => void> =>
  Object.fromEntries(
    places.flatMap((place) =>
      place.key === undefined ? [] : [[`g ${place.key}`, () => go(addressOf(prefix, place))]],
    ),
  );
