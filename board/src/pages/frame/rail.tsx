/** The pages, on the left; at the thumb on a phone. */
import type { Company } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import type { Line } from '../../api/follow.ts';
import { inboxQuery, sessionQuery } from '../../cache/queries.ts';
import { useMayCreateCompanies, useSignOut } from '../../cache/session.ts';
import { countOf, countWord, totalOf, waitKinds, waitsIn } from '../../domain/inbox.ts';
import { Button } from '../../ui/controls.tsx';
import { modKey } from '../../ui/keys.ts';
import type { Address } from '../../ui/links/address.ts';
import { Text } from '../../ui/text.tsx';
import css from './frame.module.css';
import { LineState } from './line-state.tsx';
import { addressOf, places } from './places.ts';

interface Props {
  readonly companies: readonly Company[];
  readonly current: Company | undefined;
  readonly line: Line;
  readonly onPalette: () => void;
  readonly onNewIssue: () => void;
}

export function Rail({ companies, current, line, onPalette, onNewIssue }: Props): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const mayCreate = useMayCreateCompanies();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [openedAt, setOpenedAt] = useState(path);
  // A way to another page closes what a phone has opened.
  const shows = isOpen && openedAt === path;
  return (
    <div className={`${css.rail} ${shows ? css.unfolded : ''}`}>
      <header className={css.brand}>
        <strong>Muster</strong>
        <LineState line={line} />
      </header>
      <Button look="quiet" onClick={onPalette} aria-keyshortcuts="Control+K Meta+K">
        Find or do <kbd className={css.kbd}>{modKey('K')}</kbd>
      </Button>
      <span className={`${css.createOnPhone} ${current ? '' : css.unknown}`}>
        <Button look="main" onClick={onNewIssue}>
          New issue
        </Button>
      </span>
      <span className={css.menu}>
        <Button
          look="quiet"
          aria-expanded={shows}
          onClick={() => {
            setIsOpen(!shows);
            setOpenedAt(path);
          }}
        >
          Menu
        </Button>
      </span>
      {shows && current && <MorePages prefix={current.issuePrefix} />}
      <nav aria-label="Pages" className={css.pages}>
        <InboxLink />
        {current && <CompanyLinks company={current} onNewIssue={onNewIssue} />}
      </nav>
      <nav aria-label="Companies" className={css.companies}>
        {companies.map((company) => (
          <CompanyLink key={company.id} company={company} />
        ))}
        {mayCreate && <PageLink to="/start" word="New company" />}
        {/* No page of the router: the gateway serves it. */}
        <a href="/docs" className={css.page}>
          Guide
        </a>
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
        .map((place) => (
          <PageLink
            key={place.word}
            {...addressOf(issuePrefix, place)}
            word={place.word}
            exact={place.to === '/$prefix'}
            seldom={place.rail === 'seldom'}
            waits={place.to === '/$prefix/approvals' ? waits : 0}
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

/** What has no place at the thumb of a phone. */
const MorePages = ({ prefix }: { readonly prefix: string }): ReactElement => (
  <nav aria-label="More pages" className={css.more}>
    {places
      .filter(({ rail }) => rail === 'seldom')
      .map((place) => (
        <PageLink key={place.word} {...addressOf(prefix, place)} word={place.word} />
      ))}
  </nav>
);

interface PageLinkProps extends Address {
  readonly word: string;
  readonly waits?: number;
  readonly exact?: boolean;
  /** Not at the thumb of a phone: found under "Find or do". */
  readonly seldom?: boolean;
}

const PageLink = ({
  word,
  waits = 0,
  exact = false,
  seldom = false,
  ...address
}: PageLinkProps): ReactElement => (
  <Link
    {...address}
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
      to="/$prefix"
      params={{ prefix: company.issuePrefix }}
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
