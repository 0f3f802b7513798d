/** Files of an issue: what is known of them; their bytes are in the store of files. */
import { z } from 'zod';
import { Redaction } from '../../redaction.ts';
import { Id, nameOfAtMost, Timestamp } from '../../vocabulary.ts';

/** Files of one issue: each is a row of a list that a person looks through. */
export const FILES_MAX = 500;
/** Longer names do not fit the file systems that they are downloaded to. */
const NAME_MAX = 200;
const TYPE_MAX = 120;
/** A signed address works for so long, in seconds: enough to begin a download, too short to be passed on. */
export const FILE_ADDRESS_SECONDS = 300;

const PART = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*';

export const FileName = nameOfAtMost(NAME_MAX)
  .regex(
    /^[^/\\]*[^./\\][^/\\]*$/,
    'a name without a path: no slashes or backslashes, and not dots alone',
  )
  .describe('The name under which it is downloaded, without a path.');
export const FileType = z
  .string()
  .max(TYPE_MAX)
  .regex(new RegExp(`^${PART}/${PART}$`), 'a media type without parameters, such as image/png')
  .describe(
    'Its media type, such as `image/png`; by default the one that its name ends with, or `application/octet-stream`. ' +
      'Nothing is ever run or shown as a page by it.',
  );
export const Sha256 = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/, '64 hexadecimal digits')
  .describe('The SHA-256 of its bytes, in hexadecimal.');

export const IssueFile = z.object({
  id: Id,
  companyId: Id,
  issueId: Id,
  documentKey: z.string().nullable().describe('The document of the issue that it belongs to.'),
  name: z.string(),
  type: z.string().describe('The media type that its author has named.'),
  bytes: z.int().min(0).describe('Its length.'),
  sha256: z.string().describe('Of its bytes, in hexadecimal.'),
  authorAgentId: Id.nullable().describe('The agent that has added it.'),
  authorUserId: Id.nullable().describe('The board user who has added it.'),
  authorName: z.string(),
  runId: Id.nullable().describe('The run in which it was added.'),
  createdAt: Timestamp,
  redacted: Redaction.optional().describe(
    'Only where it was redacted: there are no bytes, and the name is `[redacted]`.',
  ),
});
export type IssueFile = z.output<typeof IssueFile>;

/** A file in events. */
export const FileSnapshot = IssueFile.pick({
  issueId: true,
  name: true,
  type: true,
  bytes: true,
  sha256: true,
}).extend({ fileId: Id, identifier: z.string().describe('Of the issue.') });
export type FileSnapshot = z.output<typeof FileSnapshot>;
