/** What waits for me, in all companies: decisions first. It is made of states, so it empties itself. */
import type { BoardInbox, BoardIssue, Company } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { companiesQuery, inboxQuery } from '../../cache/queries.ts';
import { useMayCreateCompanies } from '../../cache/session.ts';
import {
  countOf,
  countWord,
  isEmpty,
  issuesOf,
  stuckWord,
  type WaitKind,
} from '../../domain/inbox.ts';
import { wordsOf } from '../../domain/markdown.ts';
import { Empty, Ledger, Section, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { IssueLine } from '../issues/issue-line.tsx';
import { WaitingQuestionRow } from '../questions/waiting-question-row.tsx';
import { WaitingRoutineRow } from '../routines/waiting-routine-row.tsx';
import { AgentRow, JoinerRow, ReviewRow, WaitingApprovalRow, WebhookRow } from './inbox-rows.tsx';

export function InboxPage(): ReactElement {
  useRowKeys();
  const companies = useQuery(companiesQuery).data ?? [];
  const inbox = useQuery(inboxQuery);
  const mayCreate = useMayCreateCompanies();
  return (
    <Page title="Inbox">
      <ProblemNote error={inbox.error} onRetry={() => void inbox.refetch()} />
      {companies.length === 0 && (
        <Empty>
          <p>Approvals, reviews and stuck work appear here.</p>
          {mayCreate && (
            <p>
              <Link to="/start">Create a company</Link>, and give an agent its first issue.
            </p>
          )}
        </Empty>
      )}
      {companies.length > 0 && inbox.isPending && <Waiting />}
      {inbox.data?.unavailable && (
        <p role="status" className="call">
          Some items are missing: {inbox.data.unavailable.join(', ')} does not answer now.
        </p>
      )}
      {inbox.data?.more && (
        <p role="status" className="call">
          Only the newest items are listed and counted.
        </p>
      )}
      {companies.length > 0 && inbox.data && isEmpty(inbox.data) && (
        <Empty>
          <p>Nothing needs you now. Approvals, reviews and stuck work appear here.</p>
        </Empty>
      )}
      {inbox.data && <Sections inbox={inbox.data} companies={companies} />}
    </Page>
  );
}

function Sections({
  inbox,
  companies,
}: {
  readonly inbox: BoardInbox;
  readonly companies: readonly Company[];
}): ReactElement {
  const byId = useMemo(() => new Map(companies.map((each) => [each.id, each])), [companies]);
  const issueRows = (
    issues: readonly (Omit<BoardIssue, 'reason' | 'stuckBy'> &
      Pick<Partial<BoardIssue>, 'stuckBy'>)[],
  ): readonly ReactNode[] =>
    rowsOf(byId, issues, (issue, company) => (
      <li key={issue.id}>
        <IssueLine
          issue={issue}
          company={company}
          said={stuckWord(issue) ?? lastCommentOf(issue)}
        />
      </li>
    ));
  const part = (kind: WaitKind, title: string, rows: readonly ReactNode[]): ReactNode => (
    <Part key={kind} kind={kind} title={title} inbox={inbox} rows={rows} />
  );
  return (
    <>
      {part(
        'approvals',
        'Waits for your decision',
        rowsOf(byId, inbox.approvals, (approval, company) => (
          <WaitingApprovalRow key={approval.id} approval={approval} company={company} />
        )),
      )}
      {part(
        'joinRequests',
        'Wants to join',
        rowsOf(byId, inbox.joinRequests, (joiner, company) => (
          <JoinerRow key={joiner.id} joiner={joiner} company={company} />
        )),
      )}
      {part(
        'questions',
        'Waits for your answer',
        rowsOf(byId, inbox.questions ?? [], (question, company) => (
          <WaitingQuestionRow key={question.id} question={question} company={company} />
        )),
      )}
      {part(
        'inReview',
        'In review, yours to decide',
        rowsOf(byId, issuesOf(inbox, 'in_review'), (issue, company) => (
          <ReviewRow key={issue.id} issue={issue} company={company} said={lastCommentOf(issue)} />
        )),
      )}
      {part('assigned', 'Assigned to you', issueRows(issuesOf(inbox, 'assigned')))}
      {part('stuck', 'Stuck until somebody acts', issueRows(issuesOf(inbox, 'stuck')))}
      {part('overdue', 'Overdue', issueRows(inbox.overdue ?? []))}
      {part('routines', 'Routines to decide', rowsOf(byId, inbox.routines ?? [], routineRow))}
      {part(
        'agents',
        'Agents that have stopped',
        rowsOf(byId, inbox.agents, (agent, company) => (
          <AgentRow key={agent.id} agent={agent} company={company} />
        )),
      )}
      {part('webhooks', 'Failing webhooks', rowsOf(byId, inbox.webhooks, webhookRow))}
    </>
  );
}

/** Rows of companies that the reader has left since are not shown. */
const rowsOf = <T extends { readonly companyId: string }>(
  companies: ReadonlyMap<string, Company>,
  items: readonly T[],
  show: (item: T, company: Company) => ReactNode,
): readonly ReactNode[] =>
  items.flatMap((item) => {
    const company = companies.get(item.companyId);
    return company ? [show(item, company)] : [];
  });

const webhookRow = (webhook: BoardInbox['webhooks'][number], company: Company): ReactElement => (
  <WebhookRow key={webhook.id} webhook={webhook} company={company} />
);

const routineRow = (
  routine: NonNullable<BoardInbox['routines']>[number],
  company: Company,
): ReactElement => <WaitingRoutineRow key={routine.id} routine={routine} company={company} />;

/** The last comment, after the name of its author. */
const lastCommentOf = ({ lastComment }: Pick<BoardIssue, 'lastComment'>): string | undefined =>
  lastComment === null ? undefined : `${lastComment.authorName}: ${wordsOf(lastComment.excerpt)}`;

const LOUD: readonly WaitKind[] = ['approvals', 'joinRequests', 'questions'];

function Part({
  kind,
  title,
  inbox,
  rows,
}: {
  readonly kind: WaitKind;
  readonly title: string;
  readonly inbox: BoardInbox;
  readonly rows: readonly ReactNode[];
}): ReactElement | null {
  const count = countOf(inbox, kind);
  if (count === 0) return null;
  return (
    <Section title={title} count={countWord(count)} loud={LOUD.includes(kind)}>
      <Ledger label={title}>{rows}</Ledger>
      {count > rows.length && (
        <p className="dim">The first {rows.length} are shown; the next follow as these go.</p>
      )}
    </Section>
  );
}
