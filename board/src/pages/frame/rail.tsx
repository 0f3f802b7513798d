/** The places, on the left; at the thumb on a phone. */
import type { Company } from '@muster/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Line } from '../../api/follow.ts';
import { signOut } from '../../api/sign-in.ts';
import { forgetDrafts } from '../../cache/draft.ts';
import { dashboardQuery, sessionQuery } from '../../cache/queries.ts';
import { setTheme, theme, type Theme } from '../../look/theme.ts';
import { Button } from '../../ui/controls.tsx';
import { Text } from '../../ui/text.tsx';
import css from './frame.module.css';
import { LineState } from './line-state.tsx';

interface Props {
  readonly companies: readonly Company[];
  readonly current: Company | undefined;
  readonly line: Line;
  readonly onPalette: () => void;
  readonly onNewIssue: () => void;
}

export function Rail({ companies, current, line, onPalette, onNewIssue }: Props): ReactElement {
  return (
    <div className={css.rail}>
      <header className={css.brand}>
        <strong>Muster</strong>
        <LineState line={line} />
      </header>
      <Button look="quiet" onClick={onPalette} aria-keyshortcuts="Control+K">
        Find or do <kbd className={css.kbd}>Ctrl K</kbd>
      </Button>
      {current && (
        <span className={css.createOnPhone}>
          <Button look="main" onClick={onNewIssue}>
            New issue
          </Button>
        </span>
      )}
      <nav aria-label="Places" className={css.places}>
        <Place to="/" word="Inbox" exact />
        {current && <CompanyPlaces company={current} onNewIssue={onNewIssue} />}
      </nav>
      <nav aria-label="Companies" className={css.companies}>
        {companies.map((company) => (
          <CompanyLink key={company.id} company={company} />
        ))}
        <Link to="/start" className={css.place} activeProps={{ className: css.active }}>
          New company
        </Link>
      </nav>
      <Reader />
    </div>
  );
}

function CompanyPlaces({
  company: { issuePrefix, name, id },
  onNewIssue,
}: {
  readonly company: Company;
  readonly onNewIssue: () => void;
}): ReactElement {
  const waits = useQuery(dashboardQuery(id)).data?.pendingApprovals ?? 0;
  return (
    <>
      <p className={css.company}>
        <Text of={name} />
      </p>
      <Place to={`/${issuePrefix}`} word="Overview" exact />
      <Place to={`/${issuePrefix}/issues`} word="Issues" />
      <Place to={`/${issuePrefix}/agents`} word="Agents" seldom />
      <Place to={`/${issuePrefix}/runs`} word="Runs" />
      <Place to={`/${issuePrefix}/approvals`} word="Approvals" waits={waits} />
      <Place to={`/${issuePrefix}/costs`} word="Costs" seldom />
      <Place to={`/${issuePrefix}/org`} word="Org" seldom />
      <Place to={`/${issuePrefix}/activity`} word="Activity" seldom />
      <span className={css.create}>
        <Button look="main" hotkey="c" onClick={onNewIssue}>
          New issue
        </Button>
      </span>
    </>
  );
}

const Place = ({
  to,
  word,
  waits = 0,
  exact = false,
  seldom = false,
}: {
  readonly to: string;
  readonly word: string;
  readonly waits?: number;
  readonly exact?: boolean;
  /** Not at the thumb of a phone: found under "Find or do". */
  readonly seldom?: boolean;
}): ReactElement => (
  <Link
    to={to}
    className={`${css.place} ${seldom ? css.seldom : ''}`}
    activeProps={{ className: css.active }}
    activeOptions={{ exact }}
  >
    {word}
    {waits > 0 && (
      <span className={css.waits}>
        {waits}
        <span className="only-read"> waiting</span>
      </span>
    )}
  </Link>
);

/** What waits in a company is counted where the reader looks for it. */
function CompanyLink({ company }: { readonly company: Company }): ReactElement {
  const waits = useQuery(dashboardQuery(company.id)).data?.pendingApprovals ?? 0;
  return (
    <Link
      to={`/${company.issuePrefix}`}
      className={css.place}
      activeProps={{ className: css.inside }}
    >
      <span className="mono">{company.issuePrefix}</span>
      <Text of={company.name} />
      {waits > 0 && (
        <span className={css.waits}>
          {waits}
          <span className="only-read"> waiting</span>
        </span>
      )}
    </Link>
  );
}

const nextTheme: Readonly<Record<Theme, Theme>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};

function Reader(): ReactElement {
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useQuery(sessionQuery).data;
  const endSession = async (): Promise<void> => {
    await signOut();
    forgetDrafts();
    client.clear();
    await navigate({ to: '/sign-in' });
  };
  return (
    <footer className={css.reader}>
      <p>
        <Text of={session?.user?.name ?? session?.actor.type ?? ''} />
      </p>
      <Button
        look="quiet"
        onClick={(event) => {
          setTheme(nextTheme[theme()]);
          event.currentTarget.textContent = `Theme: ${theme()}`;
        }}
      >
        {`Theme: ${theme()}`}
      </Button>
      {session?.credential.kind === 'session' && (
        <Button look="quiet" onClick={() => void endSession()}>
          Sign out
        </Button>
      )}
    </footer>
  );
}
