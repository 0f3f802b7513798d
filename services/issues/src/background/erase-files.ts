/** What the erasure of a company deletes beside rows: the bytes of its files. */
import { openFileStore } from '@muster/file-store';
import { agentsIn, type ErasureOfService } from '@muster/service-kit';
import { deleteFilesOfCompany, listFilesOfCompany } from '../store/files/left-files.ts';

/** A deletion in a store is a request. */
const FILES_PER_PAGE = 100;

export const erasure: ErasureOfService = {
  agentsOf: agentsIn('roster'),
  /** The bytes first, and then the rows, so that a kill loses neither. */
  async before({ config, db, write }, companyId, stopping) {
    const store = openFileStore(config);
    if (!store) return;
    for (;;) {
      const ids = await listFilesOfCompany(db, companyId, FILES_PER_PAGE);
      for (const fileId of ids) await store.delete({ companyId, fileId });
      if (ids.length > 0)
        await write((context) => deleteFilesOfCompany(context.db, companyId, ids));
      if (stopping.aborted) return;
      if (ids.length === 0) return store.forget?.(companyId);
    }
  },
};
