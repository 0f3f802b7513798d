import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useCompany } from '../../cache/company.ts';
import { lifeOf } from '../../domain/issue-life.ts';
import { useNow } from '../../ui/now.ts';
import { TimeBar } from '../../ui/bars/time-bar.tsx';
import css from './issue.module.css';

/** More changes than an issue has; what is older is left out of the picture. */
const EVENTS = 500;

/** From its creation to its end: which status it had, for how long, and who changed it. */
export function Life({ issue }: { readonly issue: Output<'getIssue'> }): ReactElement | null {
  const { id, timeZone } = useCompany();
  const now = useNow(60_000);
  const events = useQuery({
    queryKey: ['activity', id, 'life', issue.id],
    queryFn: ({ signal }) =>
      call(
        'listCompanyActivity',
        { companyId: id, entityId: issue.id, entityType: 'issue', limit: EVENTS },
        { signal },
      ),
  }).data;
  const stretches = lifeOf(events ?? [], new Date(now).toISOString());
  if (stretches.length === 0) return null;
  return (
    <section aria-label="Life" className={css.life}>
      <h2>Life</h2>
      <TimeBar label="Life of this issue" stretches={stretches} zone={timeZone} />
    </section>
  );
}
