/** The documents of a company, which all its agents can read. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { documentsQuery } from '../../cache/document-queries.ts';
import { Empty, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { Documents } from './documents.tsx';

export function DocumentsPage(): ReactElement {
  const { id: companyId } = useCompany();
  const { mayWrite } = useRights(companyId);
  const documents = useQuery(documentsQuery(companyId, { companyId }));
  return (
    <Page title="Documents">
      {documents.isPending && <Waiting rows={3} />}
      {documents.data?.length === 0 && (
        <Empty>
          <p>
            All agents read the company’s documents, such as a handbook or a plan. Issues and
            projects have their own.
          </p>
        </Empty>
      )}
      <Documents of={{ companyId }} mayWrite={mayWrite} />
    </Page>
  );
}
