/** Rows of the inbox that are no issues. */
import type { BoardInbox, Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import { agentMarks } from '../../domain/marks.ts';
import { Ago } from '../../ui/ago.tsx';
import { Row } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';
import { ApprovalRow } from '../approvals/approval-row.tsx';

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
  return <ApprovalRow approval={{ ...approval, payload }} company={company} />;
}

export const JoinerRow = ({
  joiner,
  company,
}: In & { readonly joiner: BoardInbox['joinRequests'][number] }): ReactElement => (
  <Row
    to={`/${company.issuePrefix}/settings/joiners`}
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
  </Row>
);

export const AgentRow = ({
  agent,
  company,
}: In & { readonly agent: BoardInbox['agents'][number] }): ReactElement => (
  <Row
    to={`/${company.issuePrefix}/agents/${agent.urlKey}`}
    margin={company.issuePrefix}
    side={
      <>
        {agent.pauseReason !== null && <span>by its {agent.pauseReason}</span>}
        {agent.failing && <span>fails: {agent.failing.errorCode}</span>}
        <Ago time={agent.pausedAt ?? agent.updatedAt} zone={company.timeZone} />
      </>
    }
  >
    <StateMark kind="agent" mark={agentMarks[agent.status]} word />
    <Text of={agent.name} />
  </Row>
);

export const WebhookRow = ({
  webhook,
  company,
}: In & { readonly webhook: BoardInbox['webhooks'][number] }): ReactElement => (
  <Row
    to={`/${company.issuePrefix}/settings/webhooks/${webhook.id}`}
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
