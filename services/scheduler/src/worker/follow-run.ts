/**
 * Follows a run on its runner, whether this process has launched or adopted it: reads its output,
 * stops it when it must not go on, and records its end. A run that cannot be followed to its end,
 * because the connection broke or this process is stopping, is handed over: a process that is
 * connected to the runner adopts it, perhaps this one.
 */
import type { Outcome, StopSignal } from '@muster/runner-protocol';
import type { Checkpoint } from '../domain/checkpoint.ts';
import type { HeldRun } from '../domain/held-run.ts';
import type { AboutRun, Attachment } from '../runners/attachment.ts';
import { holdQuota, warnOfQuota } from '../runs/hold-quota.ts';
import { writeRuns } from '../runs/run-transaction.ts';
import { handOver } from '../store/adoption.ts';
import { dropUnknownSession, sessionDropped } from './drop-unknown-session.ts';
import { endingOfLocal } from './ending-of-outcome.ts';
import { openMasker } from './output/mask-output.ts';
import { notReported, recordEnd, recordLateUse, runnerLost } from './record-end.ts';
import type { RunMemo } from './run-memo.ts';
import type { KnownProgram } from './output/program-reports.ts';
import { inputOf, knownProgram, type ProgramInput } from './output/program-input.ts';
import { openRunOutput, type RunOutput } from './output/run-output.ts';
import { openSession, type Session } from './run-session.ts';
import { watchLocalSlice } from './watch-local-slice.ts';
import { watchProgram, type ProgramWatch } from './output/watch-program.ts';
import type { WorkerParts } from './worker-parts.ts';

export interface FollowedRun {
  readonly run: HeldRun;
  readonly memo: RunMemo;
  readonly attachment: Attachment;
  /** Of the lease; its reason is a StopSignal. */
  readonly signal: AbortSignal;
  /** Where another process, or another program of the run, has stopped. */
  readonly from?: Checkpoint | undefined;
  /** The program can be started again without its session. */
  readonly isRepeatable?: true;
}

export interface Followed {
  /** The first message about the run; nothing if the connection broke before. */
  readonly first: AboutRun['kind'] | undefined;
  /** The session of the program is dropped: where the output of the next program begins. */
  readonly next?: Checkpoint;
}

export async function followRun(parts: WorkerParts, followed: FollowedRun): Promise<Followed> {
  const { run, memo, attachment, signal } = followed;
  const { runtime, leases, prices } = parts;
  const session = openSession(runtime, run, memo.session);
  const input = inputOf(parts, followed);
  const program = knownProgram(memo, prices, input);
  const output = openOutput(parts, followed, session, program);
  const stop = (): void => stopRun(attachment, signal.reason as StopSignal);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const silence = endOfReservation(followed);
  const watch = watchOf(parts, followed, output);
  const { first, end } = await readToEnd(attachment, output, { watch, input });
  await input?.close();
  silence.close();
  signal.removeEventListener('abort', stop);
  if (end === undefined && !silence.isOver()) {
    await output.abandon();
    if (signal.reason === 'lease_lost') await recordLateUse(parts, run, output.used());
    if (signal.reason !== 'lease_lost') await handRunOver(parts, run);
    leases.release(run.id);
    watch.close(undefined);
    return { first };
  }
  await output.end();
  const outcome = watch.close(end === 'unknown' ? undefined : end);
  const ending = outcome
    ? endingOfLocal(outcome, output, openMasker(memo.token, hidden(memo)), program)
    : end === 'unknown'
      ? runnerLost
      : notReported;
  if (outcome) await session.ended(ending);
  if (followed.isRepeatable && !signal.aborted) {
    const next = await dropUnknownSession(parts, run, ending, output);
    if (next) {
      attachment.forget();
      return { first, next };
    }
  }
  const dropped = memo.hasDroppedSession ? [sessionDropped] : [];
  await recordEnd(parts, run, {
    ending: ending.warnings ? { ...ending, warnings: [...dropped, ...ending.warnings] } : ending,
    used: output.used(),
    traceparent: memo.traceparent,
  });
  if (outcome) attachment.forget();
  else attachment.letGo();
  return { first };
}

const watchOf = (
  { config }: WorkerParts,
  { memo, attachment, signal }: FollowedRun,
  output: RunOutput,
): ProgramWatch =>
  watchProgram({
    report: output.lineReport,
    isResumed: typeof memo.session?.offered === 'string',
    resultSeconds: config.RESULT_SECONDS,
    resumeSeconds: config.RESUME_SECONDS,
    stop: () => attachment.stop('cancelled'),
    isStopped: () => signal.aborted,
  });

/**
 * A program ends by its time limit, and its reservation lasts longer than that. A runner that has
 * not told of the end by then never will, and the run must not hold its agent for ever.
 */
function endOfReservation({ run, memo, attachment }: FollowedRun) {
  let isOver = false;
  const startedAt = Date.parse(run.startedAt ?? '') || Date.now();
  const timer = setTimeout(
    () => {
      isOver = true;
      attachment.stop('lease_lost');
      attachment.letGo();
    },
    Math.max(1, startedAt + memo.ttlSeconds * 1_000 - Date.now()),
  );
  return { isOver: () => isOver, close: () => clearTimeout(timer) };
}

/** Its runner ends a lost run at once; longer than that takes, with the output that is on its way. */
const LATE_REPORT_MS = 10_000;

/**
 * What a lost run has used is still owed, so its end is waited for, unless another process has taken it
 * and hears it instead.
 */
function stopRun(attachment: Attachment, why: StopSignal): void {
  attachment.stop(why);
  if (why === 'lease_lost') setTimeout(attachment.letGo, LATE_REPORT_MS).unref();
}

interface Watching {
  readonly watch: ProgramWatch;
  readonly input: ProgramInput | undefined;
}

interface WhatWasRead {
  readonly first: AboutRun['kind'] | undefined;
  /** Nothing where the connection is over, or the run was let go. */
  readonly end: Outcome | 'unknown' | undefined;
}

async function readToEnd(
  attachment: Attachment,
  output: RunOutput,
  { watch, input }: Watching,
): Promise<WhatWasRead> {
  let first: AboutRun['kind'] | undefined;
  for (;;) {
    const message = await attachment.next();
    first ??= message?.kind;
    switch (message?.kind) {
      case 'output':
        output.write(message.stream, message.offset, message.bytes);
        watch.look();
        input?.look(output.lineReport());
        break;
      case 'launched':
        input?.begun();
        watch.look();
        break;
      case 'adopted':
        await input?.adopted();
        watch.look();
        input?.look(output.lineReport());
        break;
      case 'ended':
        return { first, end: message.outcome };
      case 'unknown':
        return { first, end: 'unknown' };
      case undefined:
        return { first, end: undefined };
      default:
        return message satisfies never;
    }
  }
}

const hidden = ({ hide, nonce }: RunMemo): string[] => [...hide, nonce];

function openOutput(
  { runtime, config, leases }: WorkerParts,
  { run, memo, attachment, from }: FollowedRun,
  session: Session,
  program: KnownProgram | undefined,
): RunOutput {
  const { sliceCents, ttlSeconds, nonce, believesUnmarkedLines } = memo;
  const onExhausted = (): void => leases.stopForBudget(run.id);
  return openRunOutput(
    {
      runtime,
      run,
      masker: openMasker(memo.token, hidden(memo)),
      rules: { nonce, believesUnmarkedLines },
      program,
      leaseSeconds: config.LEASE_SECONDS,
      from,
    },
    {
      onUsage: watchLocalSlice({ runtime, run, sliceCents, ttlSeconds, onExhausted }),
      onSession: session.named,
      onNotBefore: (notBefore) =>
        writeRuns(runtime, (context) => holdQuota(context, run, notBefore), { runId: run.id }),
      onNearlyUsed: () =>
        writeRuns(runtime, (context) => warnOfQuota(context, run), { runId: run.id }),
      onStored: attachment.stored,
    },
  );
}

/** Without the database the lease shows it after a while. */
export async function handRunOver({ runtime }: WorkerParts, run: HeldRun): Promise<void> {
  await handOver(runtime.db, run).catch((error: unknown) =>
    runtime.log.warn({ err: error, runId: run.id }, 'handing a run over failed'),
  );
}
