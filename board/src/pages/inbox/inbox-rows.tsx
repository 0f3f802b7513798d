/** Rows of the inbox that are no issues. */
import type { BoardInbox, BoardIssue, Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import { agentMarks } from '../../domain/marks.ts';
import { wordsOfCode } from '../../domain/runs/last-run.ts';
import { Ago } from '../../ui/ago.tsx';
import { Row, RowLink } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';
import { askOf } from '../../domain/approvals.ts';
import { useRights } from '../../cache/company.ts';
import { ApprovalLink } from '../approvals/approval-row.tsx';
import { IssueLine } from '../issues/issue-line.tsx';
import { DecideRow } from './decide-row.tsx';
import { AgentDecision, ApprovalDecision, JoinerDecision, ReviewDecision } from './decisions.tsx';

interface In {
  readonly company: Company;
}

/** A list has the title or the name of what is asked, and not the whole of it. */
export function WaitingApprovalRow({
  approval,
  company,
}: In & { readonly approval: BoardInbox['approvals'][number] }): ReactElement {
  const { title, aboutAgentName } = approval;
  const payload = title === null ? {} : { title, name: aboutAgentName ?? title };
  const asked = { ...approval, payload };
  return (
    <DecideRow
      company={company}
      of={askOf(asked)}
      decision={<ApprovalDecision approvalId={approval.id} company={company} />}
    >
      <ApprovalLink approval={asked} company={company} />
    </DecideRow>
  );
}

export const JoinerRow = ({
  joiner,
  company,
}: In & { readonly joiner: BoardInbox['joinRequests'][number] }): ReactElement => (
  <DecideRow
    company={company}
    of={joiner.agentName}
    decision={<JoinerDecision joinRequestId={joiner.id} company={company} />}
  >
    <RowLink
      to="/$prefix/settings/$section"
      params={{ prefix: company.issuePrefix, section: 'joiners' }}
      margin={company.issuePrefix}
      side={
        <>
          <span>{joiner.role}</span>
          <Ago time={joiner.createdAt} zone={company.timeZone} />
        </>
      }
    >
      <StateMark kind="agent" mark={agentMarks.pending_approval} />
      <Text of={joiner.agentName} />
    </RowLink>
  </DecideRow>
);

interface Review extends In {
  readonly issue: Omit<BoardIssue, 'reason' | 'stuckBy'>;
  readonly said: string | undefined;
}

/** An issue in review: accepted or sent back here, by those who may write. */
export function ReviewRow({ issue, company, said }: Review): ReactElement {
  const { mayWrite } = useRights(company.id);
  const line = <IssueLine issue={issue} company={company} said={said} />;
  if (!mayWrite) return <li>{line}</li>;
  return (
    <DecideRow
      company={company}
      of={issue.title}
      decision={<ReviewDecision issueId={issue.id} company={company} />}
    >
      {line}
    </DecideRow>
  );
}

export function AgentRow({
  agent,
  company,
}: In & { readonly agent: BoardInbox['agents'][number] }): ReactElement {
  const { mayManageAgents } = useRights(company.id);
  const link = (
    <RowLink
      to="/$prefix/agents/$agentRef"
      params={{ prefix: company.issuePrefix, agentRef: agent.urlKey }}
      margin={company.issuePrefix}
      side={
        <>
          {agent.pauseReason !== null && <span>by its {agent.pauseReason}</span>}
          {agent.failing && <span>fails: {wordsOfCode(agent.failing.errorCode)}</span>}
          <Ago time={agent.pausedAt ?? agent.updatedAt} zone={company.timeZone} />
        </>
      }
    >
      <StateMark kind="agent" mark={agentMarks[agent.status]} word />
      <Text of={agent.name} />
    </RowLink>
  );
  if (!mayManageAgents) return <li>{link}</li>;
  return (
    <DecideRow company={company} of={agent.name} decision={<AgentDecision agent={agent} />}>
      {link}
    </DecideRow>
  );
}

export const WebhookRow = ({
  webhook,
  company,
}: In & { readonly webhook: BoardInbox['webhooks'][number] }): ReactElement => (
  <Row
    to="/$prefix/settings/webhooks/$webhookId"
    params={{ prefix: company.issuePrefix, webhookId: webhook.id }}
    margin={company.issuePrefix}
    side={<Ago time={webhook.updatedAt} zone={company.timeZone} />}
  >
    <Text of={new URL(webhook.url).host} />
    {webhook.lastError !== null && (
      <span className="dim">
        <Text of={webhook.lastError} />
      </span>
    )}
  </Row>
);
