/** Files: their bytes pass between the client and the store, and the issues service is asked before and told after. */
import type { Runtime } from '@muster/service-kit';
import { createFileAddress, downloadFile, openFileAddress } from './download-file.ts';
import { openFileContext } from './file-context.ts';
import { uploadIssueFile } from './upload-issue-file.ts';

export function fileCalls(runtime: Pick<Runtime, 'rpc' | 'log' | 'config'>) {
  const context = openFileContext(runtime);
  return {
    uploadIssueFile: uploadIssueFile(context),
    downloadFile: downloadFile(context),
    createFileAddress: createFileAddress(context),
    openFileAddress: openFileAddress(context),
  };
}
