/** That the last run on an issue has failed or has changed nothing, which nothing else on the page says. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { wakesQuery } from '../../cache/agent-queries.ts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { issueRunsQuery, receiptQuery } from '../../cache/issue-runs.ts';
import { endOf, hasTouched, lastLineOf } from '../../domain/runs/last-run.ts';
import { holdWords } from '../../domain/runs/skip-words.ts';
import { Text } from '../../ui/text.tsx';
import { When } from '../../ui/when.tsx';
import { RunAgain } from '../runs/run-again.tsx';
import css from './issue.module.css';

const WORKABLE: readonly string[] = ['todo', 'in_progress'];
const FAILED: readonly string[] = ['failed', 'timed_out', 'lost'];

export function LastRun({ issue }: { readonly issue: Output<'getIssue'> }): ReactElement | null {
  const { id, issuePrefix } = useCompany();
  const names = useNames(id);
  const { mayWrite } = useRights(id);
  const last = useQuery(issueRunsQuery(id, issue.id)).data?.[0];
  const isAsked = last?.status === 'succeeded';
  const receipt = useQuery({ ...receiptQuery(id, last?.id ?? ''), enabled: isAsked }).data;
  const end = last && endOf(last, hasTouched(issue.id, receipt));
  if (!last || end === undefined || !WORKABLE.includes(issue.status)) return null;
  const line = lastLineOf(last);
  return (
    <section aria-label="Last run" className={css.lastRun}>
      <p>
        <strong>
          <Text of={names.of(last.agentId, null) ?? ''} />
          ’s run {end}.
        </strong>{' '}
        {line !== undefined && (
          <span className="dim">
            Last line: <Text of={line} />
          </span>
        )}
      </p>
      {FAILED.includes(last.status) && last.agentId === issue.assigneeAgentId && (
        <Waits agentId={last.agentId} issueId={issue.id} />
      )}
      <Link to="/$prefix/runs/$runId" params={{ prefix: issuePrefix, runId: last.id }}>
        Open the run
      </Link>
      {mayWrite && last.agentId === issue.assigneeAgentId && <RunAgain run={last} />}
    </section>
  );
}

/** Whether a wake-up about the issue waits, so that the run is not the last one: for what, and until when. */
function Waits({ agentId, issueId }: Record<'agentId' | 'issueId', string>): ReactElement | null {
  const { id, timeZone } = useCompany();
  const wakes = useQuery(wakesQuery(id, agentId)).data;
  if (!wakes) return null;
  if (!wakes.pending.some((wake) => wake.issueId === issueId)) {
    return <p>No further try is planned. Mend what made it fail, then run it again.</p>;
  }
  const { heldFor, heldUntil } = wakes;
  if (heldFor === null) return null;
  return (
    <p>
      {holdWords(heldFor === 'failing' && heldUntil ? 'retry' : heldFor)}
      {heldUntil && (
        <>
          {' '}
          Next try: <When time={heldUntil} zone={timeZone} />.
        </>
      )}
    </p>
  );
}
