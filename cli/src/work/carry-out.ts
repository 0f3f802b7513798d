/** Carries one run out: starts the command, tells the service that it lives, and how it has ended. */
import { isRefusal, type Client, type Output } from '@muster/client';
import type { CliAgent } from '@muster/cli-agents';
import { renderPrompt } from '@muster/contracts/run-variables';
import type { OwnPrograms, RunningProgram } from '@muster/runner/own-programs';
import { openRunReader, type Ending, type RunReader } from './run-reader.ts';
import { runVariables } from './run-variables.ts';

/** Three fit into the lease of a run. */
const BEAT_MS = 15_000;
/** The service would take the run for lost by then. */
const LEASE_MS = 60_000;
const GRACE_SECONDS = 10;

export interface Work {
  readonly muster: Client;
  readonly programs: OwnPrograms;
  readonly command: readonly [string, ...string[]];
  readonly folder: string | undefined;
  readonly prompt: string | undefined;
  readonly agent: CliAgent | undefined;
  readonly timeoutSec: number;
  /** Of the program, as it is printed. */
  readonly show: (stream: 'stdout' | 'stderr', text: string) => void;
}

type Taken = Pick<Output<'ackWake'>, 'run' | 'variables'>;

/** @param hurry ends the program before it has finished */
export async function carryOut(
  work: Work,
  { run, variables }: Taken,
  hurry: AbortSignal,
): Promise<Ending> {
  const reader = openRunReader(work.agent);
  const program = startProgram(work, { run, variables }, reader);
  const stop = (): void => program.stop('cancelled');
  hurry.addEventListener('abort', stop, { once: true });
  const beats = startBeats(work.muster, run.id, reader, program);
  try {
    const outcome = await program.ended;
    return reader.ending(outcome);
  } finally {
    beats.end();
    hurry.removeEventListener('abort', stop);
  }
}

function startProgram(work: Work, { run, variables }: Taken, reader: RunReader): RunningProgram {
  const env = runVariables(variables);
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  return work.programs.start({
    runId: run.id,
    agent: { companyId: run.companyId, agentId: run.agentId },
    program: {
      command: [...work.command],
      cwd: work.folder ?? null,
      instructionsFile: null,
      env,
      stdin: work.prompt === undefined ? '' : renderPrompt(work.prompt, env),
      limits: { timeoutSec: work.timeoutSec, graceSec: GRACE_SECONDS },
    },
    leaseMs: () => LEASE_MS,
    mayBegin: () => Promise.resolve(true),
    onOutput(stream, bytes) {
      const text = decoders[stream].decode(bytes, { stream: true });
      reader.read(stream, text);
      work.show(stream, text);
    },
  });
}

/** A program whose service is gone for too long ends by its lease: another process may have its run by then. */
function startBeats(
  muster: Client,
  runId: string,
  reader: RunReader,
  program: RunningProgram,
): { readonly end: () => void } {
  const over = new AbortController();
  const beat = async (): Promise<void> => {
    const [usage, notBefore] = [reader.usage(), reader.notBefore()];
    const report = { ...(usage ? { usage } : {}), ...(notBefore ? { notBefore } : {}) };
    try {
      const { stop } = await muster.beatRun({ runId, ...report }, over);
      if (stop) program.stop('cancelled');
      else program.renew(LEASE_MS);
    } catch (error) {
      // Another one follows, and without any the lease ends.
      if (isRefusal(error) && !error.isRetryable) program.stop('cancelled');
    }
  };
  const timer = setInterval(() => void beat(), BEAT_MS);
  // The first one says that the agent sends any.
  void beat();
  return {
    end() {
      clearInterval(timer);
      over.abort();
    },
  };
}
