import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { lockCompany, requireOpenCompany } from '../../copies/store/companies.ts';
import type { GatewayParts } from '../../parts.ts';
import { insertPackageImport, isImporting } from '../store/package-imports.ts';

/** Its rows were stored by the composed call `importCompanyPackage`, which has made the plan of them. */
export const startPackageImport: Handler<
  typeof gateway,
  'startPackageImport',
  GatewayParts
> = async (
  { companyId, packageImportId, planHash, foundHash },
  { db, actor, now, emit, afterCommit, parts },
) => {
  await requireOpenCompany(db, companyId);
  if (planHash !== foundHash) throw new Refusal('package_plan_changed');
  await lockCompany(db, companyId);
  if (await isImporting(db, companyId)) throw new Refusal('package_import_under_way');
  const key = { companyId, packageImportId };
  const started = await insertPackageImport(db, { ...key, planHash, byUserId: actor.id, now });
  const { waiting: rows } = started.counts;
  emit('package_import.started', {
    companyId,
    entityId: packageImportId,
    payload: { packageImportId, planHash, rows },
  });
  afterCommit(() => parts.signals.emit('packageImportStarted'));
  return started;
};
