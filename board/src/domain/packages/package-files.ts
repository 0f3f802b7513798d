/** Files of a company package as they are sent: what is no text is named, and not sent. */
import type { SentFile } from '@muster/contracts';

/** Larger than any text that an import takes. */
const FILE_MAX_BYTES = 1_000_000;
/** Folders and files of other programs, which no package has. */
const FOREIGN = /(?:^|\/)(?:\.git|node_modules|__MACOSX)\/|(?:^|\/)\.DS_Store$/;
/** Folders at the top of a package. */
const KINDS: ReadonlySet<string> = new Set([
  'agents',
  'skills',
  'goals',
  'projects',
  'tasks',
  'teams',
]);

export interface FoundFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export const isTooLarge = (bytes: number): boolean => bytes > FILE_MAX_BYTES;
export const isForeign = (path: string): boolean => FOREIGN.test(path);

export function sentFileOf({ path, bytes }: FoundFile): SentFile {
  if (isTooLarge(bytes.length)) return omitted(path, 'too_large');
  try {
    return { path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return omitted(path, 'binary');
  }
}

export const omitted = (path: string, why: NonNullable<SentFile['omitted']>): SentFile => ({
  path,
  text: '',
  omitted: why,
});

/** Without the folder that all of them are in, such as that of a repository in an archive. */
export function belowOneFolder(files: readonly SentFile[]): readonly SentFile[] {
  const [folder = ''] = files[0]?.path.split('/', 1) ?? [];
  const isShared = files.every(({ path }) => path.startsWith(`${folder}/`));
  if (!isShared || KINDS.has(folder)) return files;
  return files.map((file) => ({ ...file, path: file.path.slice(folder.length + 1) }));
}
