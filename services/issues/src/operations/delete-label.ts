import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { assertWritable } from '../store/companies.ts';
import { deleteLabelRow, findCompanyOfLabel } from '../store/labels.ts';

export const deleteLabel: Handler<typeof issues, 'deleteLabel'> = async (
  { labelId },
  { db, scope, say },
) => {
  const companyId = await findCompanyOfLabel(db, scope, labelId);
  if (!companyId) throw new Refusal('label_not_found');
  await assertWritable(db, companyId);
  const label = await deleteLabelRow(db, companyId, labelId);
  if (!label) throw new Refusal('label_not_found');
  const { id, name, color } = label;
  say('label.deleted', { companyId, entityId: id, payload: { labelId: id, name, color } });
  return label;
};
