import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const TAIL_BYTES = 2_000;

/** The end of a log file, for the error about a process that does not start. */
export function tailOf(file: string): string {
  try {
    const handle = openSync(file, 'r');
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, buffer, 0, buffer.length, size - buffer.length);
    closeSync(handle);
    return buffer.toString('utf8').trim();
  } catch {
    return '';
  }
}
