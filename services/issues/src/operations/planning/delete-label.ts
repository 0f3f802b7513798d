import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { labelEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { deleteLabelRow, findCompanyOfLabel } from '../../store/labels.ts';

export const deleteLabel: Handler<typeof issues, 'deleteLabel'> = async (
  { labelId },
  { db, scope, emit },
) => {
  const companyId = await findCompanyOfLabel(db, scope, labelId);
  if (!companyId) throw new Refusal('label_not_found');
  await requireWritableCompany(db, companyId);
  const label = await deleteLabelRow(db, companyId, labelId);
  if (!label) throw new Refusal('label_not_found');
  emit('label.deleted', labelEvent(label));
  return label;
};
