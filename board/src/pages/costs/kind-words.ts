import { useCompany, useNames } from '../../cache/company.ts';
import type { CostRow, Split } from '../../cache/cost-queries.ts';
import { kindOf, kindsOf, type CostDay, type PartOfDay } from '../../domain/cost-days.ts';
import { oneLine } from '../../domain/visible.ts';

export interface KindWords {
  /** The colour of a kind, by its number; -1: one of the others. */
  readonly colourOf: (kind: string | undefined) => number;
  readonly nameOf: (kind: string | undefined) => string;
}

type Named = PartOfDay & Pick<CostRow, 'agentName' | 'projectName'>;

/** Names of the kinds of these days, each with the number of its colour everywhere. */
export function useKindWords(days: readonly CostDay[]): KindWords {
  const { id } = useCompany();
  const { agents } = useNames(id);
  const kinds = kindsOf(days);
  const parts = new Map(
    days.flatMap(({ parts: all = [] }) => all.map((part) => [kindOf(part), part as Named])),
  );
  return {
    colourOf: (kind) => (kind === undefined ? -1 : kinds.indexOf(kind)),
    nameOf(kind) {
      const part = kind === undefined ? undefined : parts.get(kind);
      if (!part) return kinds.length === 0 ? 'all' : 'others';
      if (part.model !== undefined) return oneLine(part.model);
      if (part.agentId !== undefined) {
        return oneLine(part.agentName ?? agents.get(part.agentId)?.name ?? 'a former agent');
      }
      return oneLine(part.projectName ?? (part.projectId === null ? 'no project' : 'a project'));
    },
  };
}

export const kindOfRow = (row: CostRow, split: Split): string | undefined =>
  split === 'issue' ? undefined : kindOf(row);
