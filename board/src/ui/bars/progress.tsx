/** How far issues have come, in words over a bar of their statuses. */
import type { ReactElement } from 'react';
import { issueMarks } from '../../domain/marks.ts';
import { progressOf, progressOrder, progressWords, type Counted } from '../../domain/planning.ts';
import css from './progress.module.css';

interface Props {
  readonly of: Counted;
  /** In a row of a list. */
  readonly brief?: boolean;
}

export function Progress({ of, brief = false }: Props): ReactElement {
  const { byStatus } = of;
  return (
    <span className={brief ? css.brief : css.whole}>
      <span className={brief ? 'figure' : undefined}>{progressWords(of)}</span>
      {progressOf(byStatus).total > 0 && (
        <span className={css.bar} aria-hidden="true">
          {progressOrder
            .filter((status) => (byStatus[status] ?? 0) > 0)
            .map((status) => (
              <i
                key={status}
                className={css[issueMarks[status].tone]}
                style={{ flexGrow: byStatus[status] ?? 0 }}
              />
            ))}
        </span>
      )}
    </span>
  );
}
