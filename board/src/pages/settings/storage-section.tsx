/** What the company stores in each service. Operators set how much it may. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { dashboardQuery } from '../../cache/queries.ts';
import { nearlyFull, storedIn } from '../../domain/company/storage.ts';
import { Section } from '../../ui/ledger.tsx';
import css from './settings.module.css';

export function StorageSection(): ReactElement | undefined {
  const { data } = useQuery(dashboardQuery(useCompany().id));
  if (!data?.storage) return undefined;
  const full = nearlyFull(data.storage) ?? 0;
  return (
    <Section title="Storage">
      <div className={css.narrow}>
        <p className={css.lead}>
          {full >= 1
            ? 'Storage is full: nothing can be added until an operator raises the limit.'
            : 'Once storage is full, nothing can be added.'}
        </p>
        <ul aria-label="Storage">
          {data.storage.map((stored) => (
            <li key={stored.service}>
              {stored.service}: {storedIn(stored)}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
