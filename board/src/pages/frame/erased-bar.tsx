import type { Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import { CompanyContext } from '../../cache/company.ts';
import { clock } from '../../domain/time.ts';
import { TakeBackCompany } from '../../ui/company/erase-company.tsx';
import { Text } from '../../ui/text.tsx';
import css from './frame.module.css';

/** Above each page of a company that waits for its erasure, and above the pages of no company. */
export const ErasedBars = ({
  companies,
  current,
}: {
  readonly companies: readonly Company[];
  readonly current: Company | undefined;
}): readonly ReactElement[] =>
  companies.flatMap((company) => {
    const { id, name, erasesAt, timeZone } = company;
    if (!erasesAt || (current !== undefined && company !== current)) return [];
    return [
      <CompanyContext key={id} value={company}>
        <section aria-label="Erased" className={css.stopped}>
          <p>
            <strong>
              <Text of={name} /> will be erased
            </strong>{' '}
            at <time dateTime={erasesAt}>{clock(erasesAt, timeZone)}</time>, with everything in it.
            Nothing starts, and nothing can be changed.
          </p>
          <TakeBackCompany />
        </section>
      </CompanyContext>,
    ];
  });
