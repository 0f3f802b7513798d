/**
 * Removes a deleted label from the issues that have it. The label is gone from all answers with its
 * own row; these are the ids that its issues still hold.
 */
import type { issues } from '@muster/contracts';
import { restAfter, type BulkEffect } from '@muster/service-kit';
import { removeLabelFromIssues } from '../store/planning/labels.ts';

/** Issues of one step; their rows are updated and their labels written again. */
export const ISSUES_PER_STEP = 500;

export const removeLabel: BulkEffect<typeof issues> = {
  name: 'remove_label',
  step: async ({ db }, { companyId, subjectId: labelId }) =>
    restAfter(
      await removeLabelFromIssues(db, companyId, labelId, ISSUES_PER_STEP),
      ISSUES_PER_STEP,
    ),
};
