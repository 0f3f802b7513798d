/**
 * What an agent reports in a line of its output. A program also prints texts that others wrote, such
 * as issues, so a line reports only if it contains the nonce of the run, which no such text can know.
 * A line is parsed once; most are just text.
 */
import type { Usage } from '@muster/contracts';
import { notBeforeIn } from './quota/not-before.ts';
import { sessionIn } from './session.ts';
import { usageIn } from './usage.ts';

type OutputObject = Readonly<Record<string, unknown>>;

export interface ReportRules {
  /** Random for each run and known to its program alone. */
  readonly nonce: string;
  /** Whether lines without the nonce report too: the board decides so for an older program. */
  readonly believesUnmarkedLines: boolean;
}

export interface OutputReport {
  readonly isMarked: boolean;
  readonly usage: Usage | undefined;
  readonly sessionId: string | undefined;
  readonly notBefore: string | undefined;
}

/** Only a line with one of these keys is worth parsing. */
const REPORTING = /"(?:usage|sessionId|session_id|notBefore)"/;

/**
 * Nothing where the line is not a JSON object or has no key that is looked for. `ignored` where it
 * reports usage without the nonce.
 */
export function readOutputLine(
  line: string,
  { nonce, believesUnmarkedLines }: ReportRules,
): OutputReport | 'ignored' | undefined {
  const text = line.trim();
  if (!text.startsWith('{') || !REPORTING.test(text)) return undefined;
  const object = parse(text);
  if (!object) return undefined;
  const usage = usageIn(object);
  const isMarked = object['nonce'] === nonce;
  if (!isMarked && !believesUnmarkedLines) return usage && 'ignored';
  return { isMarked, usage, sessionId: sessionIn(object), notBefore: notBeforeIn(object) };
}

/** A text that begins with a brace is an object or no JSON at all. */
function parse(text: string): OutputObject | undefined {
  try {
    return JSON.parse(text) as OutputObject;
  } catch {
    return undefined;
  }
}
