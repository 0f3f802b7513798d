import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CompanyContext } from '../../cache/company.ts';
import { companiesQuery } from '../../cache/queries.ts';
import { NotFound } from './not-found.tsx';

/** Gives the pages of a company their company. */
export function CompanyFrame(): ReactElement {
  const { prefix } = useParams({ from: '/frame/$prefix' });
  const companies = useQuery(companiesQuery);
  const company = companies.data?.find(({ issuePrefix }) => issuePrefix === prefix);
  if (!company) return <NotFound />;
  return (
    <CompanyContext value={company}>
      <Outlet />
    </CompanyContext>
  );
}
