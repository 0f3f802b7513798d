import type { issues } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { labelEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { insertLabel } from '../../store/planning/labels.ts';

export const createLabel: Handler<typeof issues, 'createLabel'> = async (
  { companyId, name, color },
  { db, now, emit },
) => {
  await requireWritableCompany(db, companyId);
  const label = { id: newId(), companyId, name, color, createdAt: now, version: 1 };
  await insertLabel(db, label);
  emit('label.created', labelEvent(label));
  return label;
};
