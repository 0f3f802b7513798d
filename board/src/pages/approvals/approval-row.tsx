import type { Approval, Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import { useMe } from '../../cache/company.ts';
import { askOf, personOf } from '../../domain/approvals.ts';
import { approvalMarks } from '../../domain/marks.ts';
import { Ago } from '../../ui/ago.tsx';
import { RowLink } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';

interface Props {
  readonly approval: Pick<
    Approval,
    | 'id'
    | 'type'
    | 'status'
    | 'payload'
    | 'requestedByUserId'
    | 'requestedByName'
    | 'aboutAgentName'
    | 'createdAt'
  >;
  readonly company: Company;
}

export const ApprovalRow = (props: Props): ReactElement => (
  <li>
    <ApprovalLink {...props} />
  </li>
);

export function ApprovalLink({ approval, company }: Props): ReactElement {
  const who = personOf(approval.requestedByUserId, approval.requestedByName, useMe());
  return (
    <RowLink
      to="/$prefix/approvals/$approvalId"
      params={{ prefix: company.issuePrefix, approvalId: approval.id }}
      margin={company.issuePrefix}
      side={
        <>
          {who !== undefined && <Text of={who} />}
          <Ago time={approval.createdAt} zone={company.timeZone} />
        </>
      }
    >
      <StateMark kind="issue" mark={approvalMarks[approval.status]} />
      <Text of={askOf(approval)} />
    </RowLink>
  );
}
