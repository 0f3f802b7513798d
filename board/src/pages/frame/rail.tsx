/** The pages, on the left; at the thumb on a phone. */
import type { Company } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Line } from '../../api/follow.ts';
import { inboxQuery, sessionQuery } from '../../cache/queries.ts';
import { useSignOut } from '../../cache/session.ts';
import { countOf, countWord, totalOf, waitKinds, waitsIn } from '../../domain/inbox.ts';
import { Button } from '../../ui/controls.tsx';
import { Text } from '../../ui/text.tsx';
import css from './frame.module.css';
import { LineState } from './line-state.tsx';
import { places } from './places.ts';

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
      <nav aria-label="Pages" className={css.pages}>
        <InboxLink />
        {current && <CompanyLinks company={current} onNewIssue={onNewIssue} />}
      </nav>
      <nav aria-label="Companies" className={css.companies}>
        {companies.map((company) => (
          <CompanyLink key={company.id} company={company} />
        ))}
        <PageLink to="/start" word="New company" />
        <PageLink to="/guides" word="Guides" />
      </nav>
      <Reader />
    </div>
  );
}

function InboxLink(): ReactElement {
  const inbox = useQuery(inboxQuery).data;
  const waits = inbox ? waitKinds.reduce((sum, kind) => sum + countOf(inbox, kind), 0) : 0;
  return <PageLink to="/" word="Inbox" waits={waits} exact />;
}

function CompanyLinks({
  company: { issuePrefix, name, id },
  onNewIssue,
}: {
  readonly company: Company;
  readonly onNewIssue: () => void;
}): ReactElement {
  const waits = waitsIn(useQuery(inboxQuery).data, id).approvals;
  return (
    <>
      <p className={css.company}>
        <Text of={name} />
      </p>
      {places
        .filter(({ rail }) => rail !== undefined)
        .map(({ path, word, rail }) => (
          <PageLink
            key={path}
            to={`/${issuePrefix}${path}`}
            word={word}
            exact={path === ''}
            seldom={rail === 'seldom'}
            waits={path === '/approvals' ? waits : 0}
          />
        ))}
      <span className={css.create}>
        <Button look="main" hotkey="c" onClick={onNewIssue}>
          New issue
        </Button>
      </span>
    </>
  );
}

const PageLink = ({
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
    className={`${css.page} ${seldom ? css.seldom : ''}`}
    activeProps={{ className: css.active }}
    activeOptions={{ exact }}
  >
    {word}
    <Waits count={waits} />
  </Link>
);

const Waits = ({ count }: { readonly count: number }): ReactElement | null =>
  count === 0 ? null : (
    <span className={css.waits}>
      {countWord(count)}
      <span className="only-read"> waiting</span>
    </span>
  );

/** What waits in a company is what the inbox shows of it. */
function CompanyLink({ company }: { readonly company: Company }): ReactElement {
  const waits = totalOf(waitsIn(useQuery(inboxQuery).data, company.id));
  return (
    <Link
      to={`/${company.issuePrefix}`}
      className={css.page}
      activeProps={{ className: css.inside }}
    >
      <span className="mono">{company.issuePrefix}</span>
      <Text of={company.name} />
      <Waits count={waits} />
    </Link>
  );
}

function Reader(): ReactElement {
  const session = useQuery(sessionQuery).data;
  const endSession = useSignOut();
  return (
    <footer className={css.reader}>
      <Link to="/me" className={css.page} activeProps={{ className: css.active }}>
        <Text of={session?.user?.name ?? session?.actor.type ?? ''} />
      </Link>
      {session?.may.manageUsers === true && (
        <Link to="/users" className={css.page} activeProps={{ className: css.active }}>
          Users
        </Link>
      )}
      {session?.credential.kind === 'session' && (
        <Button look="quiet" onClick={() => void endSession()}>
          Sign out
        </Button>
      )}
    </footer>
  );
}
