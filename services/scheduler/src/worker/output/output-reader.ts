/**
 * Reads the output of a run into pieces of its log and into reports, and finds the checkpoints: the
 * points at which both streams are at the start of a line and nothing waits for a piece, so that a
 * reader that begins there misses nothing.
 */
import { ACKNOWLEDGE_AT_BYTES, OUTPUT_COST_BYTES, OutputStream } from '@muster/runner-protocol';
import type { Checkpoint, ReportsSoFar } from '../../domain/checkpoint.ts';
import { lineReader } from './line-reader.ts';
import { openLogPieces, type LogPiece } from './log-pieces.ts';
import type { Masker } from './mask-output.ts';
import type { OutputReports } from './output-reports.ts';

/** Output that is searched and not stored yet, or left out, between two checkpoints. */
const SEARCHED_MAX_BYTES = 131_072;
const LINE_FEED = 0x0a;
const beginning = { offset: 0, logBytes: 0, isLogFull: false };

export interface OutputReader {
  /** Where the log ends. */
  logEnd(): Pick<Checkpoint, 'logBytes' | 'isLogFull'>;
  /** `start`: offset of the first of these bytes. Those before the checkpoint are skipped. */
  write(stream: OutputStream, start: number, bytes: Uint8Array): void;
  /** Passes on the rest. */
  end(): void;
  /** Drops the rest. */
  abandon(): void;
}

export interface ReaderParts {
  readonly masker: Masker;
  readonly reports: OutputReports;
  /** The reports in a form in which they can be stored. */
  readonly reportsSoFar: () => ReportsSoFar;
  readonly onStderr: (line: string) => void;
  /** Where another process has stopped reading. */
  readonly from: Checkpoint | undefined;
  /** In the order of the calls; without a piece, the checkpoint alone. */
  readonly store: (piece: LogPiece | undefined, checkpoint: Checkpoint | undefined) => void;
}

export function openOutputReader(parts: ReaderParts): OutputReader {
  const { masker, reports, reportsSoFar, from = beginning, store, onStderr } = parts;
  const readers = {
    stdout: lineReader(reports.readStdout),
    stderr: lineReader((line) => {
      reports.readStderr(line);
      onStderr(line);
    }),
  };
  const isAtLineStart = (): boolean =>
    readers.stdout.isAtLineStart() && readers.stderr.isAtLineStart();
  let { offset } = from;
  let checkedOffset = offset;
  /** Messages since the checkpoint, each as the runner counts it. */
  let messageCost = 0;
  const newCheckpoint = (): Checkpoint => {
    checkedOffset = offset;
    messageCost = 0;
    const [logBytes, isLogFull] = [pieces.logBytes(), pieces.isTruncated()];
    return { offset, logBytes, isLogFull, reports: reportsSoFar() };
  };
  const passPiece = (piece: LogPiece): void =>
    store(piece, piece.isLast && isAtLineStart() ? newCheckpoint() : undefined);
  const pieces = openLogPieces(masker, passPiece, from);
  const read = (stream: OutputStream, bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    offset += bytes.length;
    messageCost += OUTPUT_COST_BYTES;
    pieces.add(readers[stream].read(bytes), stream);
    const unstored = offset - checkedOffset;
    const isSearched = pieces.isInTail() && isAtLineStart() && unstored >= SEARCHED_MAX_BYTES;
    // The runner has paused the program or will. Within a line, a process that adopts the run reads
    // the rest of it as a line.
    const isDue = unstored + messageCost >= ACKNOWLEDGE_AT_BYTES;
    if (isSearched || isDue) store(undefined, newCheckpoint());
  };
  return {
    logEnd: () => ({ logBytes: pieces.logBytes(), isLogFull: pieces.isTruncated() }),
    write(stream, start, all) {
      const bytes = all.subarray(Math.max(0, offset - start));
      offset = Math.max(offset, start);
      // A checkpoint is possible behind the last whole line.
      const lineEnd = bytes.lastIndexOf(LINE_FEED) + 1;
      read(stream, bytes.subarray(0, lineEnd));
      read(stream, bytes.subarray(lineEnd));
    },
    end() {
      for (const stream of OutputStream.options)
        pieces.add(readers[stream].read(undefined), stream);
      pieces.end();
    },
    abandon: pieces.abandon,
  };
}
