/** What a coding agent did in a run. Pure, and small enough for a page: it needs nothing but the lines. */
export { type Call, type Outcome, type Speaker, type Used } from './step.ts';
export {
  emptyTranscript,
  filesChanged,
  readTranscript,
  type Entry,
  type Transcript,
} from './transcript.ts';
