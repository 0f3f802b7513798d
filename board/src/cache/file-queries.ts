/** Files of an issue: what is read, how one is sent, downloaded and shown as a picture. */
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { readPicture, readText, sendFile } from '../api/files.ts';
import type { Output } from '../api/operations.ts';
import { useReadAgain } from './write.ts';

export type IssueFile = Output<'getFile'>;

/** Those that a person looks through. */
const LISTED_MAX = 100;

export const filesQuery = (companyId: string, issueId: string) =>
  queryOptions({
    queryKey: ['files', companyId, issueId],
    queryFn: ({ signal }) => call('listIssueFiles', { issueId, limit: LISTED_MAX }, { signal }),
  });

export function useSendFile(issueId: string) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (file: File) => sendFile(issueId, file),
    onSuccess: () => readAgain('uploadIssueFile'),
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

/** What a person reads before downloading a file; more would fill the page. */
export const TEXT_MAX_BYTES = 16_384;

/** The beginning of a file as text, which runs nothing. */
export const textQuery = (companyId: string, { id }: IssueFile) =>
  queryOptions({
    queryKey: ['files', companyId, id, 'text'],
    queryFn: ({ signal }) => readText(id, TEXT_MAX_BYTES, signal),
  });

const TEXTS: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/json',
  'application/sql',
  'application/toml',
  'application/xml',
  'application/yaml',
  'image/svg+xml',
]);

/** Pages and drawings as well: they are read, and not shown. An empty file has nothing to read. */
export const isText = ({ type, bytes }: IssueFile): boolean =>
  bytes > 0 && (type.startsWith('text/') || TEXTS.has(type));

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
