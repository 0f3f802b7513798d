import type { issues } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { assertWritable } from '../store/companies.ts';
import { insertLabel } from '../store/labels.ts';

export const createLabel: Handler<typeof issues, 'createLabel'> = async (
  { companyId, name, color },
  { db, now, say },
) => {
  await assertWritable(db, companyId);
  const label = { id: newId(), companyId, name, color, createdAt: now };
  await insertLabel(db, label);
  const payload = { labelId: label.id, name, color };
  say('label.created', { companyId, entityId: label.id, payload });
  return label;
};
