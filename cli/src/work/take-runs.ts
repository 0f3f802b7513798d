/** Takes the wake-ups of the agent, one run at a time, until it is told to end. */
import { isRefusal, NoAnswer, type Client, type Output } from '@muster/client';
import { Ended } from '../exit-code.ts';
import { carryOut, type Work } from './carry-out.ts';
import type { Ending } from './run-reader.ts';

const WAIT_SECONDS = 55;
/** After an answer that never came, or was refused for the moment. */
const PAUSE_MS = 2_000;

export interface Orders {
  /** Take nothing more. */
  readonly stop: AbortSignal;
  /** End the run in progress, too. */
  readonly hurry: AbortSignal;
  /** End after so many; 0 is without an end. */
  readonly runsMax: number;
  readonly tell: (sentence: string) => void;
}

/** Resolves to how many runs were carried out. */
export async function takeRuns(work: Work, orders: Orders): Promise<number> {
  let done = 0;
  while (!orders.stop.aborted && (orders.runsMax === 0 || done < orders.runsMax)) {
    const taken = await takeNext(work.muster, orders);
    if (!taken) continue;
    const { run } = taken;
    orders.tell(`The run ${run.id} begins: ${run.wakeReason ?? run.source}`);
    const ending = await carryOut(work, taken, orders.hurry);
    await report(work.muster, run.id, ending);
    orders.tell(
      `The run ${run.id} is ${ending.status}. ${ending.error ?? ending.resultSummary ?? ''}`,
    );
    done += 1;
  }
  return done;
}

/** Nothing where there is none, or another process of the agent was faster. */
async function takeNext(
  muster: Client,
  { stop, tell }: Orders,
): Promise<Output<'ackWake'> | undefined> {
  try {
    const [wake] = await muster.listOwnWakes({ wait: WAIT_SECONDS }, { signal: stop });
    return wake && (await muster.ackWake({ wakeId: wake.id }));
  } catch (error) {
    if (stop.aborted) return undefined;
    if (isRefusal(error, 'wake_already_taken', 'wake_not_found', 'wake_not_offered'))
      return undefined;
    if (!(error instanceof NoAnswer) && !(isRefusal(error) && error.isRetryable)) throw error;
    tell(`${error.message} It is tried again.`);
    await pause(stop);
    return undefined;
  }
}

/** The service keeps asking for the end of a run: it is told until it has heard. */
async function report(muster: Client, runId: string, ending: Ending): Promise<void> {
  const deadline = AbortSignal.timeout(REPORT_MAX_MS);
  for (const key = crypto.randomUUID(); ;) {
    try {
      await muster.finishRun({ runId, ...ending }, { idempotencyKey: key });
      return;
    } catch (error) {
      // The service has ended it: its budget is spent, or its time is over.
      if (isRefusal(error) && !error.isRetryable) return;
      if (deadline.aborted)
        throw new Ended('later', 'The service does not hear how the run has ended');
      await pause(deadline);
    }
  }
}

/** By then the service has taken the run for lost. */
const REPORT_MAX_MS = 120_000;

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, PAUSE_MS);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end);
  });
