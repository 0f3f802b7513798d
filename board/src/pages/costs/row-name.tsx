import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import type { CostRow, Split } from '../../cache/cost-queries.ts';
import { Text } from '../../ui/text.tsx';
import { useCostAddress, type CostSearch } from './cost-address.ts';
import css from './costs.module.css';

interface Props {
  readonly row: CostRow;
  readonly split: Split;
  /** Its colour in the chart; undefined: the chart is not split like this. */
  readonly colour: number | undefined;
  readonly search: CostSearch | undefined;
}

/** The name of a row, in the colour of the chart; it opens the bookings. */
export function RowName({ row, split, colour, search }: Props): ReactElement {
  const { issuePrefix } = useCompany();
  const { searchOf } = useCostAddress();
  const name = nameOf(row, split);
  return (
    <span className={css.name}>
      {colour !== undefined && (
        <svg className={css.swatch} viewBox="0 0 12 12" aria-hidden="true">
          <g className={css[`kind${colour}`] ?? css.others}>
            <rect width="12" height="12" />
          </g>
        </svg>
      )}
      {search ? (
        <Link
          to="/$prefix/costs"
          params={{ prefix: issuePrefix }}
          search={searchOf({ agent: '', project: '', issue: '', ...search })}
          replace
          resetScroll={false}
          activeProps={{}}
          data-row=""
        >
          <Text of={name} />
        </Link>
      ) : (
        <Text of={name} />
      )}
      {row.provider !== undefined && (
        <span className="dim">
          <Text of={row.provider} />
        </span>
      )}
    </span>
  );
}

function nameOf(row: CostRow, split: Split): string {
  switch (split) {
    case 'agent':
      return row.agentName ?? 'a former agent';
    case 'project':
      return row.projectName ?? 'No project';
    case 'model':
      return row.model ?? '';
    case 'issue':
      return row.issueIdentifier ? `${row.issueIdentifier} ${row.issueTitle ?? ''}` : 'No issue';
    default:
      return split satisfies never;
  }
}
