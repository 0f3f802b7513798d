/** What waits for me, in all companies: decisions first. */
import type { Company } from '@muster/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useNames, useRights } from '../../cache/company.ts';
import { agentsQuery, approvalsQuery, companiesQuery, issuesQuery } from '../../cache/queries.ts';
import { inboxOf, isEmpty, type Inbox } from '../../domain/inbox.ts';
import { agentMarks } from '../../domain/marks.ts';
import { Empty, Ledger, Row, Section, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { ApprovalRow } from '../approvals/approval-row.tsx';
import { IssueLine } from '../issues/issue-line.tsx';

/** The statuses in which an issue can wait for a person. */
const OPEN = ['todo', 'in_progress', 'in_review', 'blocked'] as const;

export function InboxPage(): ReactElement {
  useRowKeys();
  const companies = useQuery(companiesQuery).data ?? [];
  return (
    <Page title="Inbox">
      {companies.length === 0 && (
        <Empty>
          <p>What waits for you comes here: approvals, reviews, what is stuck.</p>
          <p>
            <Link to="/start">Create a company</Link>, and give an agent its first issue.
          </p>
        </Empty>
      )}
      {companies.map((company) => (
        <CompanyInbox key={company.id} company={company} several={companies.length > 1} />
      ))}
    </Page>
  );
}

function CompanyInbox({
  company,
  several,
}: {
  readonly company: Company;
  readonly several: boolean;
}): ReactElement {
  const names = useNames(company.id);
  const rights = useRights(company.id);
  const approvals = useInfiniteQuery(approvalsQuery(company.id, ['pending']));
  const issues = useInfiniteQuery(issuesQuery(company.id, { status: OPEN }));
  const agents = useQuery(agentsQuery(company.id));
  const error = approvals.error ?? issues.error ?? agents.error;
  if (error) return <ProblemNote error={error} onRetry={() => void issues.refetch()} />;
  if (!approvals.data || !issues.data || !agents.data) return <Waiting />;
  const inbox = inboxOf({
    approvals: approvals.data.pages.flatMap(({ items }) => items),
    issues: issues.data.pages.flatMap(({ items }) => items),
    agents: agents.data,
    me: names.me,
  });
  const name = several ? `${company.name}: ` : '';
  if (isEmpty(inbox)) {
    return (
      <Empty>
        <p>
          {name}
          Nothing waits for you. Approvals, reviews and what is stuck will come here.
        </p>
      </Empty>
    );
  }
  return (
    <>
      {inbox.decide.length > 0 && (
        <Section
          title={`${name}${rights.mayApprove ? 'Waits for your decision' : 'Waits for a decision'}`}
          count={inbox.decide.length}
          loud
        >
          <Ledger label="Approvals">
            {inbox.decide.map((approval) => (
              <ApprovalRow key={approval.id} approval={approval} company={company} names={names} />
            ))}
          </Ledger>
        </Section>
      )}
      <IssueSections inbox={inbox} company={company} name={name} />
      {inbox.agents.length > 0 && (
        <Section title={`${name}Agents that have stopped`} count={inbox.agents.length}>
          <Ledger label="Agents that have stopped">
            {inbox.agents.map((agent) => (
              <Row
                key={agent.id}
                to={`/${company.issuePrefix}`}
                margin={agent.role}
                side={agent.pauseReason ?? 'error'}
              >
                <StateMark kind="agent" mark={agentMarks[agent.status]} />
                <Text of={agent.name} />
              </Row>
            ))}
          </Ledger>
        </Section>
      )}
    </>
  );
}

function IssueSections({
  inbox,
  company,
  name,
}: {
  readonly inbox: Inbox;
  readonly company: Company;
  readonly name: string;
}): ReactElement {
  const sections = [
    ['In review, asked by you', inbox.review],
    ['Assigned to you', inbox.mine],
    ['Blocked, by no open issue', inbox.stuck],
  ] as const;
  return (
    <>
      {sections
        .filter(([, issues]) => issues.length > 0)
        .map(([title, issues]) => (
          <Section key={title} title={`${name}${title}`} count={issues.length}>
            <Ledger label={title}>
              {issues.map((issue) => (
                <li key={issue.id}>
                  <IssueLine issue={issue} company={company} />
                </li>
              ))}
            </Ledger>
          </Section>
        ))}
    </>
  );
}
