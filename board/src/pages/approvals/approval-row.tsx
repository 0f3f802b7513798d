import type { Approval, Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import type { Names } from '../../cache/company.ts';
import { askOf } from '../../domain/approvals.ts';
import { approvalMarks } from '../../domain/marks.ts';
import { Ago } from '../../ui/ago.tsx';
import { Row } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';

interface Props {
  readonly approval: Pick<
    Approval,
    'id' | 'type' | 'status' | 'payload' | 'requestedByAgentId' | 'requestedByUserId' | 'createdAt'
  >;
  readonly company: Company;
  readonly names: Names;
}

export function ApprovalRow({ approval, company, names }: Props): ReactElement {
  const who = names.of(approval.requestedByAgentId, approval.requestedByUserId);
  return (
    <Row
      to={`/${company.issuePrefix}/approvals/${approval.id}`}
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
    </Row>
  );
}
