/** How a run of a coding agent's program ended: by its last event first, and by its exit second. */
import { decideEnding, type CliAgent, type LineReport } from '@muster/cli-agents';

/** The program ended by itself; everything else was done to it. */
const OWN_ENDS: ReadonlySet<string | null> = new Set([null, 'exit_code', 'signalled']);

/** By which the start of a program says that there is none. */
const NOT_FOUND = 127;
const MISSING = 'The machine that starts the agent does not have the program of its adapter';

const NO_RESULT = 'The program ended without saying how its work ended';
/** Such as one that says by `retry-after` when to ask again: the program waits and prints nothing. */
const NO_ANSWER = 'The model provider did not answer, and the program waited in silence';
const UNKNOWN_SESSION = 'The program does not know the session that it was to resume';

/** As a runner tells it. */
interface ProgramOutcome {
  readonly status: 'succeeded' | 'failed' | 'timed_out' | 'cancelled';
  readonly exitCode: number | null;
  readonly error: string | null;
  readonly errorCode: string | null;
}

export function endingOfProgram<Outcome extends ProgramOutcome>(
  outcome: Outcome,
  lineReport: LineReport,
  { agent, resumed }: { readonly agent: CliAgent; readonly resumed: boolean },
): Outcome {
  if (outcome.errorCode === 'idle' && lineReport.seen?.asks && !lineReport.ended) {
    return { ...outcome, status: 'failed', errorCode: 'provider_busy', error: NO_ANSWER };
  }
  if (!OWN_ENDS.has(outcome.errorCode)) return outcome;
  if (outcome.exitCode === NOT_FOUND && Object.keys(lineReport).length === 0) {
    return { ...outcome, status: 'failed', errorCode: 'program_missing', error: MISSING };
  }
  const { ok, code, message } = decideEnding(lineReport, { ...outcome, resumed }, agent);
  if (ok) return { ...outcome, status: 'succeeded', error: null, errorCode: null };
  return {
    ...outcome,
    status: 'failed',
    errorCode: code ?? outcome.errorCode ?? 'agent_failed',
    error: message ?? outcome.error ?? (code === 'session_unknown' ? UNKNOWN_SESSION : NO_RESULT),
  };
}
