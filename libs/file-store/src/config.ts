/** The environment variables of the store, which the gateway and the service that owns the files share. */
import { z } from 'zod';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';

export const fileStoreConfig = {
  FILE_STORE_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder with the files of issues, the same for the gateway and issues; without it no files are taken.',
    ),
};

const FileStoreConfig = z.object(fileStoreConfig);

/** Undefined where none is configured. */
export function openFileStore(config: object): FileStore | undefined {
  const { FILE_STORE_FOLDER: folder } = FileStoreConfig.parse(config);
  return folder === undefined ? undefined : folderStore(folder);
}
