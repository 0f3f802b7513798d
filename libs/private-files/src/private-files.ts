/** Files and folders that the user who made them can read, and no other user of the machine. */
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';

const OWNER_READS = 0o400;
const OWNER_ONLY = 0o700;
const PERMISSIONS = 0o777;

/** Makes the folder, mode 0700, with its parents; an existing one gets that mode. Returns its path. */
export function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  setMode(folder, OWNER_ONLY);
  return folder;
}

/**
 * The secret in this file, without the white space around it. If the file is missing or empty, it is
 * made with the given text.
 */
export function keptSecret(file: string, make: () => string): string {
  const stored = existingText(file)?.trim();
  if (stored !== undefined && stored !== '') {
    closeSecret(file);
    return stored;
  }
  const text = make();
  writeSecret(file, text);
  return text.trim();
}

/**
 * Writes the file, mode 0400. An existing file is replaced as a whole: a mode of 0400 keeps its own
 * user from writing to it, and a reader never finds half of a secret.
 */
export function writeSecret(file: string, text: string): void {
  const draft = `${file}.draft`;
  rmSync(draft, { force: true });
  // Flushed, since after a crash of the machine the name could otherwise lead to an empty file.
  writeFileSync(draft, text, { mode: OWNER_READS, flag: 'wx', flush: true });
  renameSync(draft, file);
}

/** Takes from an existing secret what an earlier release allowed: mode 0400. */
export function closeSecret(file: string): void {
  setMode(file, OWNER_READS);
}

// Only its user and root can change a mode: what another user has put there keeps the one it has.
function setMode(path: string, mode: number): void {
  const { uid, mode: former } = statSync(path);
  const own = process.getuid?.() ?? uid;
  if ((former & PERMISSIONS) !== mode && (own === uid || own === 0)) chmodSync(path, mode);
}

function existingText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
