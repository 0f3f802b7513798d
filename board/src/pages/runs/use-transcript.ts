import { emptyTranscript, readTranscript, type Transcript } from '@muster/cli-agents/transcript';
import { useState } from 'react';
import type { RunLog } from '../../domain/runs/run-log.ts';

interface Reading {
  readonly log: Pick<RunLog, 'origin' | 'charsRead' | 'isComplete'>;
  readonly transcript: Transcript;
}

const nothing: Reading = {
  log: { origin: -1, charsRead: 0, isComplete: false },
  transcript: emptyTranscript,
};

/** The transcript of a log, of which each piece is read once. */
export function useTranscript(log: RunLog): Transcript {
  const [reading, setReading] = useState(nothing);
  const next = readOn(reading, log);
  if (next !== reading) setReading(next);
  return next.transcript;
}

function readOn(before: Reading, log: RunLog): Reading {
  const { origin, charsRead, isComplete } = before.log;
  const isSame = origin === log.origin && charsRead <= log.charsRead;
  if (isSame && charsRead === log.charsRead && isComplete === log.isComplete) return before;
  const missing = isSame ? log.charsRead - charsRead : log.text.length;
  // What was cut off before it was read is left out; a line that began in it is of no program.
  const text = missing === 0 ? '' : log.text.slice(-missing);
  const begun = isSame ? before.transcript : emptyTranscript;
  return { log, transcript: readTranscript(begun, text, log.isComplete) };
}
