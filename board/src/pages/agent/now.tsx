/** What an agent does, what waits for it, and what was skipped. */
import type { Run } from '@muster/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { wakesQuery } from '../../cache/agent-queries.ts';
import { useCompany, type Rights } from '../../cache/company.ts';
import { issuesQuery, runsQuery } from '../../cache/queries.ts';
import { isLive } from '../../domain/marks.ts';
import { endOf, lastLineOf, wordsOfCode } from '../../domain/runs/last-run.ts';
import { holdWords } from '../../domain/runs/skip-words.ts';
import { Empty, Ledger, Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { When } from '../../ui/when.tsx';
import { IssueLine } from '../issues/issue-line.tsx';
import type { AgentDetail } from './agent-detail.ts';
import { RunLines } from './agent-runs.tsx';
import css from './agent.module.css';
import { Wakes } from './wakes.tsx';

interface Props {
  readonly agent: AgentDetail;
  readonly rights: Rights;
}

const OPEN = ['in_progress', 'in_review', 'blocked', 'todo', 'backlog'] as const;
/** The rest is behind a link. */
const SHOWN = 8;

export function Now({ agent }: Props): ReactElement {
  const { id } = useCompany();
  const wakes = useQuery(wakesQuery(id, agent.id));
  const runs = useInfiniteQuery(runsQuery(id, { agentId: agent.id }));
  const all = runs.data?.pages[0]?.items ?? [];
  const live = all.filter(({ status }) => isLive(status));
  const ended = all.filter(({ status }) => !isLive(status)).slice(0, SHOWN);
  return (
    <>
      {wakes.data && <Held wakes={wakes.data} />}
      {agent.status === 'error' && live.length === 0 && ended[0] && <Failed run={ended[0]} />}
      <ProblemNote error={wakes.error ?? runs.error} onRetry={() => void wakes.refetch()} />
      {live.length > 0 && (
        <Section title="At work">
          <RunLines label="Live runs" runs={live} />
        </Section>
      )}
      <Assigned agent={agent} />
      {wakes.data && <Wakes wakes={wakes.data} />}
      <Section title="Latest runs">
        {runs.isPending && <Waiting rows={4} />}
        {runs.isSuccess && ended.length === 0 && (
          <Empty>
            <p>It has not run yet. Assign it an issue, or wake it.</p>
          </Empty>
        )}
        {ended.length > 0 && <RunLines label="Latest runs" runs={ended} />}
      </Section>
    </>
  );
}

/** Why it does not start, in one line above everything else. */
function Held({
  wakes: { heldFor, heldUntil, failing = null, companyStatus, wakeOnDemand },
}: {
  readonly wakes: Parameters<typeof Wakes>[0]['wakes'];
}): ReactElement | null {
  const { timeZone } = useCompany();
  if (companyStatus !== 'active')
    return <p className={css.held}>The company is stopped, so nothing starts.</p>;
  if (heldFor === 'failing' && failing) {
    return (
      <p className={css.held}>
        Its runs fail ({wordsOfCode(failing.errorCode)}, {failing.failures} in a row).{' '}
        {heldUntil ? (
          <>
            Work waits. Next try: <When time={heldUntil} zone={timeZone} />.
          </>
        ) : (
          'It is on hold. Resume it, or change its configuration or a secret.'
        )}
      </p>
    );
  }
  if (heldFor !== null) {
    return (
      <p className={css.held}>
        {holdWords(heldFor)}
        {heldUntil && (
          <>
            {' '}
            Next try: <When time={heldUntil} zone={timeZone} />.
          </>
        )}
      </p>
    );
  }
  return wakeOnDemand ? null : (
    <p className={css.held}>Work does not wake it. Only its timer or a person does.</p>
  );
}

/** What the agent came to in the run after which its state is an error. */
function Failed({ run }: { readonly run: Run }): ReactElement | null {
  const { issuePrefix } = useCompany();
  const end = endOf(run, undefined);
  const line = lastLineOf(run);
  if (end === undefined) return null;
  return (
    <p className={css.held}>
      Its last run {end}.{' '}
      {line !== undefined && (
        <span className="dim">
          Last line: <Text of={line} />{' '}
        </span>
      )}
      <Link to="/$prefix/runs/$runId" params={{ prefix: issuePrefix, runId: run.id }}>
        Open the run
      </Link>
    </p>
  );
}

function Assigned({ agent }: { readonly agent: AgentDetail }): ReactElement | null {
  const company = useCompany();
  const issues = useInfiniteQuery(
    issuesQuery(company.id, { assigneeAgentId: agent.id, status: OPEN }),
  );
  const rows = issues.data?.pages[0]?.items ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title="Its open issues" count={rows.length}>
      <Ledger label="Open issues">
        {rows.slice(0, SHOWN).map((issue) => (
          <li key={issue.id}>
            <IssueLine issue={issue} company={company} />
          </li>
        ))}
      </Ledger>
      {rows.length > SHOWN && (
        <p className={css.more}>
          <Link
            to="/$prefix/issues"
            params={{ prefix: company.issuePrefix }}
            search={{ assignee: agent.id }}
          >
            All its open issues
          </Link>
        </p>
      )}
    </Section>
  );
}
