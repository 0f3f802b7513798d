/** The environment variables of the store, which the gateway and the service that owns the files share. */
import { z } from 'zod';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

const BucketUrl = z.url({ protocol: /^https?$/, error: 'an address of http or https' });

export const fileStoreConfig = {
  FILE_STORE_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder with the files of issues, the same for the gateway and issues; without it or a bucket no files are taken.',
    ),
  FILE_STORE_S3_URL: BucketUrl.optional().describe(
    'Address of the bucket with the files of issues, in place of the folder, which is not used then: `https://bucket.s3.eu-central-1.amazonaws.com`, ' +
      'or of another store of S3 `https://store:9000/bucket`.',
  ),
  FILE_STORE_S3_PUBLIC_URL: BucketUrl.optional().describe(
    'Address at which browsers and agents reach the bucket: signed addresses of files lead there. Without it they lead to the gateway.',
  ),
  FILE_STORE_S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket.'),
  FILE_STORE_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Name of the key that reads, writes and deletes objects of the bucket.'),
  FILE_STORE_S3_SECRET_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('The key that reads, writes and deletes objects of the bucket.'),
};

const FileStoreConfig = z.object(fileStoreConfig);

/**
 * Undefined where none is configured.
 *
 * @throws Error for a bucket without a key
 */
export function openFileStore(config: object): FileStore | undefined {
  const {
    FILE_STORE_FOLDER: folder,
    FILE_STORE_S3_URL: url,
    ...s3
  } = FileStoreConfig.parse(config);
  if (url === undefined) return folder === undefined ? undefined : folderStore(folder);
  const {
    FILE_STORE_S3_ACCESS_KEY_ID: accessKeyId,
    FILE_STORE_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = s3;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error(
      'FILE_STORE_S3_URL: FILE_STORE_S3_ACCESS_KEY_ID and FILE_STORE_S3_SECRET_ACCESS_KEY are needed',
    );
  }
  const { FILE_STORE_S3_PUBLIC_URL: publicUrl, FILE_STORE_S3_REGION: region } = s3;
  return s3Store({ url, publicUrl, region, accessKeyId, secretAccessKey });
}
