/** Where all loggers of a process write: its standard output, through one buffer. */
import pino from 'pino';

/** Lines are buffered up to this size, which is below what is written at once: a system call costs more than a line. */
const WRITE_MIN_BYTES = 12_288;
/** What is kept while nothing can be written, such as to a full disk. Later lines are lost. */
const KEPT_MAX_BYTES = 1_048_576;

export type Destination = ReturnType<typeof pino.destination>;

/** A line that cannot be written ends no process. `onLoss` gets how many were lost, once lines are written again. */
export function openStandardOutput(onLoss: (lines: number) => void): Destination {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: WRITE_MIN_BYTES,
    maxLength: KEPT_MAX_BYTES,
  });
  let isFailing = false;
  let lost = 0;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('drop', () => {
    lost += 1;
  });
  output.on('write', () => {
    isFailing = false;
    const lines = lost;
    lost = 0;
    if (lines > 0) onLoss(lines);
  });
  const flushSync = output.flushSync.bind(output);
  // The library's own repeats until it has written all, and a process with a full disk would not end.
  output.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return output;
}
