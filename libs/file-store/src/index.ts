/** Where the bytes of files are, behind one port. */
export { fileStoreConfig, openFileStore } from './config.ts';
export {
  FileStoreError,
  type ByteRange,
  type Disposition,
  type FileKey,
  type FileStore,
  type FileStoreProblem,
  type Stored,
} from './file-store.ts';
export { folderStore } from './folder-store.ts';
export { s3Store, type S3Access } from './s3-store.ts';
