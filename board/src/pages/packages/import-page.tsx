/** A new company from a package. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sessionQuery } from '../../cache/queries.ts';
import { Page } from '../../ui/page.tsx';
import { ImportPackage } from './import-package.tsx';
import css from './packages.module.css';

export function ImportPage(): ReactElement {
  const { data } = useQuery(sessionQuery);
  return (
    <Page title="Import a company">
      {data?.may.createCompanies === false ? (
        <p className={css.lead}>An administrator of this installation creates companies.</p>
      ) : (
        <ImportPackage company={undefined} />
      )}
    </Page>
  );
}
