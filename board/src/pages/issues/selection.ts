/** Which rows of a list are selected. A row that has left the list is selected no more. */
import type { IssueRow } from '@muster/contracts';
import { useState } from 'react';

export interface Selection {
  readonly selected: readonly IssueRow[];
  has(id: string | undefined): boolean;
  toggle(id: string | undefined): void;
  clear(): void;
}

export function useSelection(rows: readonly IssueRow[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    selected: rows.filter(({ id }) => id !== undefined && ids.has(id)),
    has: (id) => id !== undefined && ids.has(id),
    toggle(id) {
      if (id === undefined) return;
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    clear: () => setIds(new Set()),
  };
}
