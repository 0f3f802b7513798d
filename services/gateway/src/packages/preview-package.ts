/** What an import of the files would make: into a company, or into a new one. */
import type { PackageRow, SentFile } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { ComposedCall } from '../upstream/composed-call.ts';
import { planOfFiles } from './plan-of-files.ts';
import { readTarget } from './read-target.ts';

export const previewCompanyPackage =
  (runtime: Pick<Runtime, 'rpc' | 'dbInScope'>): ComposedCall =>
  async (input, call) => {
    const { files, companyId } = input as unknown as {
      readonly files: readonly SentFile[];
      readonly companyId?: string;
    };
    const target = companyId === undefined ? undefined : await readTarget(runtime, call, companyId);
    const { planHash, rows, company } = await planOfFiles(files, target);
    const counts = { create: 0, skip: 0, refuse: 0 } satisfies Record<PackageRow['action'], number>;
    for (const { action } of rows) counts[action] += 1;
    return { body: JSON.stringify({ planHash, company, counts, rows }) };
  };
