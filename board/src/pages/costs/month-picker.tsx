import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { monthAfter, monthName } from '../../domain/month.ts';
import { useCostAddress } from './cost-address.ts';
import css from './costs.module.css';

/** The years of the list; earlier months are reached by the arrow. */
const MONTHS_LISTED = 24;

export function MonthPicker(): ReactElement {
  const { issuePrefix } = useCompany();
  const { month, today, go, searchOf } = useCostAddress();
  const now = today.slice(0, 7);
  const listed = Array.from({ length: MONTHS_LISTED }, (_, at) => monthAfter(now, -at));
  const months = listed.includes(month) ? listed : [month, ...listed];
  const step = (to: string, word: string, mark: string): ReactElement => (
    <Link
      to="/$prefix/costs"
      params={{ prefix: issuePrefix }}
      search={searchOf({ month: to, day: '' })}
      aria-label={word}
      activeProps={{}}
    >
      {mark}
    </Link>
  );
  return (
    <nav aria-label="Month" className={css.month}>
      {step(monthAfter(month, -1), `Earlier: ${monthName(monthAfter(month, -1))}`, '‹')}
      <select
        aria-label="Month"
        value={month}
        onChange={(event) => go({ month: event.target.value, day: '' })}
      >
        {months.map((each) => (
          <option key={each} value={each}>
            {monthName(each)}
          </option>
        ))}
      </select>
      {month < now && step(monthAfter(month, 1), `Later: ${monthName(monthAfter(month, 1))}`, '›')}
    </nav>
  );
}
