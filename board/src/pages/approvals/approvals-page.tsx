/** What the board was asked: first what waits, then what was decided. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { approvalsQuery } from '../../cache/queries.ts';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Section, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ApprovalRow } from './approval-row.tsx';

export function ApprovalsPage(): ReactElement {
  const company = useCompany();
  const approvals = useInfiniteQuery(approvalsQuery(company.id));
  const all = approvals.data?.pages.flatMap(({ items }) => items) ?? [];
  const waits = all.filter(({ status }) => status === 'pending');
  const others = all.filter(({ status }) => status !== 'pending');
  useRowKeys();
  return (
    <Page title="Approvals">
      <ProblemNote error={approvals.error} onRetry={() => void approvals.refetch()} />
      {approvals.isPending && <Waiting />}
      {approvals.isSuccess && all.length === 0 && (
        <Empty>
          <p>Agents ask here: to hire, to spend more than a budget, to follow a strategy.</p>
        </Empty>
      )}
      {waits.length > 0 && (
        <Section title="Waits for a decision" count={waits.length} loud>
          <Ledger label="Pending approvals">
            {waits.map((each) => (
              <ApprovalRow key={each.id} approval={each} company={company} />
            ))}
          </Ledger>
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Earlier">
          <Ledger label="Decided approvals">
            {others.map((each) => (
              <ApprovalRow key={each.id} approval={each} company={company} />
            ))}
          </Ledger>
        </Section>
      )}
      {approvals.hasNextPage && (
        <Button onClick={() => void approvals.fetchNextPage()}>Show earlier approvals</Button>
      )}
    </Page>
  );
}
