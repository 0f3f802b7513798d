/**
 * Logs of processes of this machine. A process writes to its file itself, so that its last lines
 * outlive the launcher; nobody can give a running one another file. A long log is therefore copied
 * and emptied in place: the process appends, so its next line begins the empty file. A line that it
 * writes in the microseconds between the last piece of the copy and the emptying is lost.
 */
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const LOG_MAX_BYTES = 20 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/** Opens the log to append to it; a long one is kept under another name before. */
export function openLog(path: string, maxBytes = LOG_MAX_BYTES): number {
  mkdirSync(dirname(path), { recursive: true });
  if (sizeOf(path) > maxBytes) renameSync(path, keptOf(path));
  return openSync(path, 'a', 0o600);
}

/** Moves what a running process has written into the kept file, if it is long. */
export function rotateLog(path: string, maxBytes = LOG_MAX_BYTES): void {
  if (sizeOf(path) <= maxBytes) return;
  const unfinished = `${keptOf(path)}.new`;
  copyFileSync(path, unfinished);
  appendRest(path, unfinished);
  renameSync(unfinished, keptOf(path));
}

/** Copies what was written since, until nothing is left, and empties the log at once after that. */
function appendRest(path: string, copy: string): void {
  const log = openSync(path, 'r+');
  const kept = openSync(copy, 'a', 0o600);
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    let at = sizeOf(copy);
    for (let read = -1; read !== 0; at += read) {
      read = readSync(log, piece, 0, PIECE_BYTES, at);
      if (read > 0) writeSync(kept, piece, 0, read);
    }
    ftruncateSync(log);
  } finally {
    closeSync(log);
    closeSync(kept);
  }
}

const keptOf = (path: string): string => `${path}.1`;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
