/**
 * Begins an import. Its rows are stored first, because they are more than a request to a service may have; then one
 * request begins it. A repeat finds the stored answer of that, although the plan is another by then.
 */
import { gateway, type SentFile } from '@muster/contracts';
import { newId, type Runtime } from '@muster/service-kit';
import { ask } from '../upstream/ask.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';
import { planOfFiles } from './plan-of-files.ts';
import { readTarget } from './read-target.ts';
import { deleteRows, insertRows } from './store/package-import-rows.ts';

export const importCompanyPackage =
  ({ rpc, dbInScope }: Pick<Runtime, 'rpc' | 'dbInScope'>): ComposedCall =>
  async (input, call) => {
    const { files, companyId, planHash } = input as unknown as {
      readonly files: readonly SentFile[];
      readonly companyId: string;
      readonly planHash: string;
    };
    const target = await readTarget({ rpc, dbInScope }, call, companyId);
    const plan = await planOfFiles(files, target);
    const packageImportId = newId();
    const db = dbInScope([companyId]);
    const key = { companyId, packageImportId };
    const begun = { companyId, packageImportId, planHash, foundHash: plan.planHash };
    if (plan.planHash !== planHash) return ask(rpc, gateway, 'startPackageImport', begun, call);
    const rows = plan.steps.map((step) => ({ ...step, id: rowId() }));
    await insertRows(db, key, rows);
    try {
      const outcome = await ask(rpc, gateway, 'startPackageImport', begun, call);
      if (outcome.replayed) await deleteRows(db, key);
      return outcome;
    } catch (error) {
      await deleteRows(db, key);
      throw error;
    }
  };

/** The last two digits number the requests that make the row. */
const rowId = (): string => `${newId().slice(0, -2)}00`;
