/** A change of many issues: the patch of one of them, and how it ended. */
import type { BulkChange, BulkReceipt } from '@muster/contracts';
import type { IssuePatch } from '../issue-fields.ts';

export type Refused = BulkReceipt['firstRefused'][number];
export type Outcome = 'changed' | 'unchanged' | Refused;

/** Labels are added to and taken from those that the issue has. */
export function patchFor(
  { labelIds }: { readonly labelIds: readonly string[] },
  { addLabelIds = [], removeLabelIds = [], ...fields }: BulkChange,
): IssuePatch {
  if (addLabelIds.length + removeLabelIds.length === 0) return fields;
  const kept = labelIds.filter((id) => !removeLabelIds.includes(id));
  return { ...fields, labelIds: [...new Set([...kept, ...addLabelIds])] };
}

/** The counts of a receipt. `named`: most refusals that it names. */
export function countOutcomes(
  outcomes: readonly Outcome[],
  named: number,
): Pick<BulkReceipt, 'changed' | 'unchanged' | 'refused' | 'firstRefused'> {
  const refused = outcomes.filter((outcome) => typeof outcome !== 'string');
  const countOf = (kind: Outcome): number => outcomes.filter((outcome) => outcome === kind).length;
  const byCode = Map.groupBy(refused, ({ code }) => code);
  return {
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    refused: Object.fromEntries([...byCode].map(([code, rows]) => [code, rows.length])),
    firstRefused: refused.slice(0, named),
  };
}
