import type { Company } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { CompanyContext } from '../../cache/company.ts';
import { entityEventsQuery } from '../../cache/entity-events.ts';
import { Ago } from '../../ui/ago.tsx';
import { ResumeCompany } from '../../ui/stop-company.tsx';
import { Text } from '../../ui/text.tsx';
import css from './frame.module.css';

/** Above each page of the company, and above the pages of no company. */
export function StoppedBars({
  companies,
  current,
}: {
  readonly companies: readonly Company[];
  readonly current: Company | undefined;
}): readonly ReactElement[] {
  return companies
    .filter((each) => each.status === 'paused' && (current === undefined || each === current))
    .map((company) => (
      <CompanyContext key={company.id} value={company}>
        <StoppedBar company={company} />
      </CompanyContext>
    ));
}

function StoppedBar({
  company: { id, name, timeZone },
}: {
  readonly company: Company;
}): ReactElement {
  const events = useQuery(entityEventsQuery(id, 'company', id)).data;
  const stop = events?.find(
    ({ action, details }) => action === 'company.stopped' || isPause(details),
  );
  return (
    <section aria-label="Stopped" className={css.stopped}>
      <p>
        <strong>
          <Text of={name} /> is stopped
        </strong>
        {stop && (
          <>
            {' '}
            by <Text of={stop.actorName} /> since <Ago time={stop.createdAt} zone={timeZone} />
          </>
        )}
        . Nothing starts until it is resumed.
      </p>
      <ResumeCompany />
    </section>
  );
}

/** A change of the settings can pause it, too. */
const isPause = ({ changes }: Readonly<Record<string, unknown>>): boolean => {
  const { status } = Object(changes) as { readonly status?: { readonly to?: unknown } };
  return status?.to === 'paused';
};
