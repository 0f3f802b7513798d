import { Refusal, type issues } from '@muster/contracts';
import { applyLater, type Handler } from '@muster/service-kit';
import { removeLabel } from '../../bulk-effects/remove-label.ts';
import { labelEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { deleteLabelRow, findCompanyOfLabel } from '../../store/planning/labels.ts';

export const deleteLabel: Handler<typeof issues, 'deleteLabel'> = async ({ labelId }, context) => {
  const { db, scope, emit } = context;
  const companyId = await findCompanyOfLabel(db, scope, labelId);
  if (!companyId) throw new Refusal('label_not_found');
  await requireWritableCompany(db, companyId);
  const label = await deleteLabelRow(db, companyId, labelId);
  if (!label) throw new Refusal('label_not_found');
  // Its issues are changed in later transactions: this one holds the label, which a change of an
  // issue locks after the issue.
  await applyLater(context, removeLabel, { companyId, subjectId: labelId });
  emit('label.deleted', labelEvent(label));
  return label;
};
