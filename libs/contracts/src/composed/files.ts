/** Files whose bytes pass through the gateway. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { FILE_ADDRESS_SECONDS, IssueFile } from '../issues/files/file-records.ts';
import { fileOperations, uploadFields } from '../issues/files/files.ts';
import { IssueRef, PathId, Timestamp } from '../vocabulary.ts';

const { admitFile, getFile } = fileOperations;

const Range = z
  .string()
  .max(200)
  .optional()
  .describe('One range of bytes, such as `bytes=0-1023`; anything else is ignored.');
const downloading = {
  produces: 'application/octet-stream',
  status: [200, 206],
  sends: ['Content-Disposition', 'Accept-Ranges', 'Content-Range'],
  headers: { range: 'Range' },
  output: z.string(),
} as const;

export const composedFiles = {
  uploadIssueFile: operation({
    http: 'POST /api/issues/:issueId/files',
    summary:
      'Add a file to an issue: its bytes are the body, of any media type, and `Content-Length` says how many ' +
      'come. It is there whole or not at all. ' +
      '`curl --data-binary @report.pdf -H "content-type: application/octet-stream" ' +
      '-H "authorization: Bearer $TOKEN" "$MUSTER/api/issues/$ISSUE/files?name=report.pdf"`.',
    who: admitFile.who,
    whilePaused: true,
    stores: true,
    bodyStreams: true,
    status: 201,
    location: '/api/files/:fileId',
    input: z.object({ issueId: IssueRef, ...uploadFields }),
    output: IssueFile,
    refusals: [
      ...admitFile.refusals,
      'length_required',
      'checksum_mismatch',
      'file_store_full',
      'file_store_unavailable',
    ],
    emits: ['file.added'],
  }),
  downloadFile: operation({
    http: 'GET /api/files/:fileId/content',
    summary: 'The bytes of a file, or one range of them: always as an attachment.',
    who: getFile.who,
    ...downloading,
    input: z.object({ fileId: PathId, range: Range }),
    refusals: ['file_not_found', 'range_not_satisfiable', 'file_store_unavailable'],
  }),
  createFileAddress: operation({
    http: 'GET /api/files/:fileId/address',
    summary:
      `An address of the bytes that needs no credential and works for ${FILE_ADDRESS_SECONDS} seconds, ` +
      'for a program that cannot send one.',
    who: getFile.who,
    input: z.object({ fileId: PathId }),
    output: z.object({
      url: z.string().describe('Whoever has it reads the file.'),
      expiresAt: Timestamp.describe('A download that has begun by then goes on.'),
    }),
    refusals: ['file_not_found', 'file_store_unavailable'],
  }),
  openFileAddress: operation({
    http: 'GET /api/file-contents/:token',
    summary: 'The bytes of a file by its signed address.',
    who: ['public'],
    guessable: true,
    ...downloading,
    input: z.object({ token: z.string(), range: Range }),
    refusals: ['file_not_found', 'range_not_satisfiable', 'file_store_unavailable'],
  }),
} as const;
