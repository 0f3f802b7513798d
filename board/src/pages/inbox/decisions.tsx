/** The decisions of the inbox: each is that of the page it belongs to, once it was read. */
import type { BoardInbox, Company } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useWrite } from '../../cache/write.ts';
import { useChangeIssue } from '../../cache/change-issue.ts';
import { approvalQuery, issueQuery } from '../../cache/queries.ts';
import { joinersQuery } from '../../cache/settings-queries.ts';
import { Button } from '../../ui/controls.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Asked } from '../approvals/asked.tsx';
import { Decide } from '../approvals/decide.tsx';
import { ReviewVerdict } from '../issue/review-verdict.tsx';
import { JoinerActs } from '../settings/joiner-acts.tsx';
import { useGoOn } from './decide-row.tsx';
import css from './inbox.module.css';

interface Of {
  readonly company: Company;
}

export function ApprovalDecision({
  approvalId,
  company,
}: Of & { readonly approvalId: string }): ReactElement {
  const goOn = useGoOn();
  const { data, error, refetch } = useQuery(approvalQuery(company.id, approvalId));
  if (!data) return <Reading error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Asked approval={data} />
      {data.status === 'pending' && <Decide approval={data} onDecided={goOn} />}
    </>
  );
}

export function ReviewDecision({
  issueId,
  company,
}: Of & { readonly issueId: string }): ReactElement {
  const goOn = useGoOn();
  const change = useChangeIssue();
  const { data: issue, error, refetch } = useQuery(issueQuery(company.id, issueId));
  if (!issue) return <Reading error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {issue.description !== null && <Prose text={issue.description} />}
      <ProblemNote error={change.error} onRetry={() => void refetch().then(change.reset)} />
      <ReviewVerdict
        issue={issue}
        onSend={(verdict) =>
          change.mutate({ issue, change: verdict, key: crypto.randomUUID() }, { onSuccess: goOn })
        }
      />
    </>
  );
}

export function JoinerDecision({
  joinRequestId,
  company,
}: Of & { readonly joinRequestId: string }): ReactElement {
  const { data, error, refetch } = useQuery(joinersQuery(company.id));
  const joiner = data?.find(({ id }) => id === joinRequestId);
  if (!joiner) return <Reading error={error} onRetry={() => void refetch()} />;
  return (
    <div className={css.acts}>
      <JoinerActs joiner={joiner} />
    </div>
  );
}

export function AgentDecision({
  agent,
}: {
  readonly agent: BoardInbox['agents'][number];
}): ReactElement {
  const resume = useWrite('resumeAgent', useGoOn());
  return (
    <>
      <div className={css.acts}>
        <Button
          look="main"
          disabled={resume.isPending}
          onClick={() => resume.mutate({ agentId: agent.id })}
        >
          Resume
        </Button>
      </div>
      <ProblemNote error={resume.error} />
    </>
  );
}

const Reading = ({
  error,
  onRetry,
}: {
  readonly error: Error | null;
  readonly onRetry: () => void;
}): ReactElement =>
  error ? <ProblemNote error={error} onRetry={onRetry} /> : <Waiting rows={1} />;
