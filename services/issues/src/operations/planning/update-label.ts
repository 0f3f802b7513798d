import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { labelEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { lockLabel, saveLabel } from '../../store/planning/labels.ts';

export const updateLabel: Handler<typeof issues, 'updateLabel'> = async (
  { labelId, ifVersion, name, color },
  { db, scope, emit },
) => {
  const label = await lockLabel(db, scope, labelId);
  if (!label) throw new Refusal('label_not_found');
  await requireWritableCompany(db, label.companyId);
  if ((ifVersion ?? label.version) !== label.version) throw new Refusal('version_mismatch');
  const wanted = { name: name ?? label.name, color: color ?? label.color };
  if (wanted.name === label.name && wanted.color === label.color) return label;
  const changed = { ...label, ...wanted, version: label.version + 1 };
  await saveLabel(db, changed);
  emit('label.updated', labelEvent(changed));
  return changed;
};
