/** Files to which nothing refers: their bytes are deleted, and then their rows, so that a kill loses neither. */
import type { FileStore } from '@muster/file-store';
import { openRotation, type Rotation, type Runtime } from '@muster/service-kit';
import { deleteLeftFiles, listLeftFiles, type LeftFile } from '../store/files/left-files.ts';

/** Files of one page: a deletion in a store is a request. */
const FILES_PER_PAGE = 100;
/** Pages of one pass, so that what else has a time does not wait for long. */
const PAGES_PER_PASS = 2;

export const deletingLeftFiles = (runtime: Runtime, store: FileStore): Rotation =>
  openRotation<LeftFile>({
    name: 'files to which nothing refers',
    log: runtime.log,
    limit: FILES_PER_PAGE,
    pagesMax: PAGES_PER_PASS,
    list: (after, limit) => listLeftFiles(runtime.db, after, limit),
    work: (left, eachCompany) =>
      eachCompany(left, async (companyId, files) => {
        for (const { id } of files) await store.delete({ companyId, fileId: id });
        const ids = files.map(({ id }) => id);
        await runtime.write(async ({ db }) => deleteLeftFiles(db, companyId, ids));
      }),
  });
