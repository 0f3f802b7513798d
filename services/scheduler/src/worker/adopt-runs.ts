/**
 * Adopts runs whose process has handed them over or has gone silent: takes a run in the database
 * first, so that the former holder can write nothing more, and then at its runner, which sends what
 * was not stored. From there on it is followed as after a launch. The runner of a lost run is asked once,
 * so that what it has used is booked, although the run stays lost.
 */
import { metricsOf, pipelined, type Db } from '@muster/service-kit';
import type { HeldRun } from '../domain/held-run.ts';
import { schedulerMetrics } from '../metrics.ts';
import type { Attachment } from '../runners/attachment.ts';
import {
  listAdoptable,
  listLateReports,
  takeLateReport,
  takeRun,
  type AdoptableRun,
  type TakenRun,
} from '../store/adoption.ts';
import { followRun, handRunOver } from './follow-run.ts';
import { recordEnd, runnerLost } from './record-end.ts';
import { openMemo, type RunMemo } from './run-memo.ts';
import { openHolding } from './runner-holding.ts';
import type { WorkerParts } from './worker-parts.ts';

/**
 * A pass of the sweep: adopts what can be adopted. A process follows at most `RUN_CONCURRENCY`
 * adopted runs at a time, besides those that it starts: their programs are not its own.
 */
export function openAdoptions(
  parts: WorkerParts,
  running: Set<Promise<void>>,
): () => Promise<void> {
  const { runtime, config, runners } = parts;
  let followed = 0;
  return async function adoptRuns() {
    const names = runners.connected();
    const room = config.RUN_CONCURRENCY - followed;
    if (room <= 0 || names.length === 0) return;
    const [adoptable, late] = await pipelined([
      listAdoptable(runtime.db, names, room),
      listLateReports(runtime.db, names, room),
    ]);
    const found = [
      ...adoptable.map((run) => ({ run, take: takeOf(config.LEASE_SECONDS) })),
      ...late.map((run) => ({ run, take: takeLateReport })),
    ];
    for (const { run: candidate, take } of found.slice(0, room)) {
      followed += 1;
      const work = adoptRun(parts, candidate, take)
        .catch((error: unknown) =>
          runtime.log.error({ err: error, runId: candidate.id }, 'adopting a run failed'),
        )
        .finally(() => {
          followed -= 1;
          running.delete(work);
        });
      running.add(work);
    }
  };
}

type Take = (db: Db, run: AdoptableRun) => Promise<TakenRun | undefined>;

const takeOf =
  (leaseSeconds: number): Take =>
  (db, run) =>
    takeRun(db, run, leaseSeconds);

/** Nobody holds a lost run: it is stopped at its runner, and what it has used is booked. */
async function adoptRun(parts: WorkerParts, candidate: AdoptableRun, take: Take): Promise<void> {
  const { runtime, leases, runners } = parts;
  const connection = runners.connection(candidate.runner);
  const holding = openHolding();
  const taken = connection && (await take(runtime.db, candidate));
  if (!taken) return;
  const { run, checkpoint: from } = taken;
  const signal = leases.hold(run, holding);
  const { adoptions } = metricsOf(runtime.metrics, schedulerMetrics);
  const { id: runId, fence } = run;
  const attachment = connection.adopt({ runId, fence, leaseMs: leases.leftMs(runId) });
  holding.attach(attachment);
  const answer = await answerOf(parts, run, attachment);
  if (typeof answer === 'string') {
    adoptions.inc({ outcome: answer });
    if (answer === 'cut_off') {
      await handRunOver(parts, run);
      leases.release(runId);
    } else {
      attachment.letGo();
      await recordEnd(parts, run, { ending: runnerLost });
    }
    return;
  }
  adoptions.inc({ outcome: 'adopted' });
  runtime.log.info({ runId, fence, runner: candidate.runner }, 'run adopted');
  await followRun(parts, { run, memo: answer, attachment, signal, from });
}

async function answerOf(
  { runtime, config }: WorkerParts,
  run: HeldRun,
  attachment: Attachment,
): Promise<RunMemo | 'unknown' | 'cut_off' | 'refused'> {
  const answer = await attachment.next();
  if (answer === undefined) return 'cut_off';
  if (answer.kind !== 'adopted') return 'unknown';
  const memo = openMemo(config, run, answer.memo);
  if (memo) return memo;
  runtime.log.error({ runId: run.id }, 'the memo of an adopted run is not ours');
  attachment.stop('lease_lost');
  return 'refused';
}
