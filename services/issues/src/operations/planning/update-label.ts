import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { labelEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { lockLabel, saveLabel } from '../../store/labels.ts';

export const updateLabel: Handler<typeof issues, 'updateLabel'> = async (
  { labelId, name, color },
  { db, scope, emit },
) => {
  const label = await lockLabel(db, scope, labelId);
  if (!label) throw new Refusal('label_not_found');
  await requireWritableCompany(db, label.companyId);
  const wanted = { ...label, name: name ?? label.name, color: color ?? label.color };
  if (wanted.name === label.name && wanted.color === label.color) return label;
  await saveLabel(db, wanted);
  emit('label.updated', labelEvent(wanted));
  return wanted;
};
