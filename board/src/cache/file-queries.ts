/** Files of an issue: what is read, how one is sent, downloaded and shown as a picture. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { readPicture, sendFile } from '../api/files.ts';
import type { Output } from '../api/operations.ts';

export type IssueFile = Output<'getFile'>;

/** Those that a person looks through. */
const LISTED_MAX = 100;

export const filesQuery = (companyId: string, issueId: string) =>
  queryOptions({
    queryKey: ['files', companyId, issueId],
    queryFn: ({ signal }) => call('listIssueFiles', { issueId, limit: LISTED_MAX }, { signal }),
  });

export function useSendFile(companyId: string, issueId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => sendFile(issueId, file),
    onSuccess: () => client.invalidateQueries({ queryKey: ['files', companyId] }),
  });
}

/** By an address that needs no secret of the page, and is always an attachment: the page stays as it is. */
export const useDownloadFile = () =>
  useMutation({
    mutationFn: async (fileId: string) => {
      const { url } = await call('createFileAddress', { fileId });
      globalThis.location.assign(url);
    },
  });

/** The bytes of a picture as a data URL of its type, which runs nothing. */
export const pictureQuery = (companyId: string, { id, type }: IssueFile) =>
  queryOptions({
    queryKey: ['files', companyId, id, 'picture'],
    queryFn: ({ signal }) => readPicture(id, type, signal),
  });

/** Pictures without scripts in them; what else a file calls itself is only downloaded. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);
/** Larger ones would fill the memory of the page. */
const PICTURE_MAX_BYTES = 10_485_760;

export const pictureTypeOf = ({ type, bytes }: IssueFile): string | undefined =>
  PICTURES.has(type) && bytes <= PICTURE_MAX_BYTES ? type : undefined;
