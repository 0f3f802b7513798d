/** One approval: what is asked, what was said about it, and the decision with its note. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { isProblem } from '../../api/problem.ts';
import { useCompany, useMe, useRights } from '../../cache/company.ts';
import { approvalQuery } from '../../cache/queries.ts';
import { askOf, personOf } from '../../domain/approvals.ts';
import { approvalMarks, issueMarks } from '../../domain/marks.ts';
import { Ago } from '../../ui/ago.tsx';
import { Ledger, Row, Section, Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { Redact, Tombstone } from '../redaction/redact.tsx';
import css from './approvals.module.css';
import { Asked } from './asked.tsx';
import { Decide } from './decide.tsx';
import { Revise } from './revise.tsx';
import { Talk } from './talk.tsx';

type Approval = Output<'getApproval'>;

export function ApprovalPage(): ReactElement {
  const company = useCompany();
  const me = useMe();
  const { approvalId } = useParams({ from: '/frame/$prefix/approvals/$approvalId' });
  const approval = useQuery(approvalQuery(company.id, approvalId));
  const { mayWrite } = useRights(company.id);
  if (isProblem(approval.error) && approval.error.fields.status === 404) return <NotFound />;
  if (!approval.data) {
    return (
      <Page title="Approval">
        <ProblemNote error={approval.error} onRetry={() => void approval.refetch()} />
        {approval.isPending && <Waiting />}
      </Page>
    );
  }
  const { data } = approval;
  const who = personOf(data.requestedByUserId, data.requestedByName, me);
  return (
    <Page
      title={askOf(data)}
      heading={<Text of={askOf(data)} />}
      above={
        <>
          <Link to="/$prefix/approvals" params={{ prefix: company.issuePrefix }}>
            Approvals
          </Link>
          <StateMark kind="issue" mark={approvalMarks[data.status]} word />
        </>
      }
    >
      <p className={css.asked}>
        Asked by <Text of={who ?? 'an unknown requester'} />,{' '}
        <Ago time={data.createdAt} zone={company.timeZone} />
        {data.revision > 1 && `, revision ${data.revision}`}
      </p>
      <Asked approval={data} />
      <AboutIssues approvalId={data.id} />
      <Decision approval={data} />
      {data.status === 'pending' && <Decide approval={data} />}
      <Revise approval={data} />
      {data.redacted && <Tombstone what="The words were" redacted={data.redacted} />}
      {mayWrite && !data.redacted && (
        <Redact
          what="the approval"
          gone="Removes the words of request and decision, and cancels an open request."
          by="redactApproval"
          of={{ approvalId: data.id }}
        />
      )}
      <Talk approvalId={data.id} mayWrite={mayWrite} />
    </Page>
  );
}

function AboutIssues({ approvalId }: { readonly approvalId: string }): ReactElement | null {
  const { id, issuePrefix } = useCompany();
  const issues = useQuery({
    queryKey: ['approvals', id, 'issues', approvalId],
    queryFn: ({ signal }) => call('listApprovalIssues', { approvalId }, { signal }),
  }).data;
  if (!issues || issues.length === 0) return null;
  return (
    <Section title="About">
      <Ledger label="Issues of this approval">
        {issues.map((issue) => (
          <Row
            key={issue.id}
            to="/$prefix/issues/$ref"
            params={{ prefix: issuePrefix, ref: issue.identifier }}
            margin={issue.identifier}
          >
            <StateMark kind="issue" mark={issueMarks[issue.status]} />
            <Text of={issue.title} />
          </Row>
        ))}
      </Ledger>
    </Section>
  );
}

function Decision({ approval }: { readonly approval: Approval }): ReactElement | null {
  const { timeZone } = useCompany();
  const me = useMe();
  if (approval.decidedAt === null) return null;
  return (
    <Section title="Decision">
      <div className={css.decision}>
        <p>
          {approvalMarks[approval.status].word} by{' '}
          <Text
            of={personOf(approval.decidedByUserId, approval.decidedByName, me) ?? 'the board'}
          />
          , <Ago time={approval.decidedAt} zone={timeZone} />
        </p>
        {approval.decisionNote !== null && approval.decisionNote !== '' && (
          <Prose text={approval.decisionNote} />
        )}
        {approval.effect === 'not_applied' && (
          <p className="call">The agent changed before the decision, so nothing was applied.</p>
        )}
      </div>
    </Section>
  );
}
