/** A transaction that changes runs, and the events that it emits about them. */
import {
  isShared,
  type Payload,
  type PriceStatus,
  type Run,
  type scheduler,
  type Usage,
} from '@muster/contracts';
import type { HandedOver } from '@muster/runner-protocol';
import type { About, Cause, Context, Runtime } from '@muster/service-kit';
import type { HeldRun } from '../domain/held-run.ts';
import type { SchedulerParts } from '../local-signals.ts';

export type SchedulerContext = Context<typeof scheduler, SchedulerParts>;
export type RunTransaction = Pick<SchedulerContext, 'db' | 'emit' | 'afterCommit' | 'parts'>;

const runSnapshot = (
  run: Run,
  warnings = run.warnings?.filter(isShared),
): Payload<typeof scheduler, 'run.queued'> => ({
  runId: run.id,
  agentId: run.agentId,
  status: run.status,
  source: run.source,
  epoch: run.epoch,
  issueId: run.issueId,
  errorCode: run.errorCode,
  usage: run.usage,
  ...(warnings?.length ? { warnings } : {}),
});

export const emitRun = (
  { emit }: RunTransaction,
  name: 'run.queued' | 'run.started' | 'run.usage_reported',
  run: Run,
): void => emit(name, { companyId: run.companyId, entityId: run.id, payload: runSnapshot(run) });

/** What the run had left in its folder of outputs. */
export const emitOutputs = (
  { emit }: RunTransaction,
  { id: runId, companyId, agentId, issueId }: HeldRun,
  outputs: HandedOver,
): void =>
  emit('run.outputs_attached', {
    companyId,
    entityId: runId,
    payload: { runId, agentId, issueId, ...outputs },
  });

export const emitRunFinished = (
  { emit, afterCommit, parts: { signals } }: RunTransaction,
  run: Run,
  isGivenUp: boolean,
): void => {
  if (!run.finishedAt) throw new Error(`run ${run.id} has not finished`);
  emit('run.finished', {
    companyId: run.companyId,
    entityId: run.id,
    payload: {
      ...runSnapshot(run),
      wasStarted: run.startedAt !== null,
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
      exitCode: run.exitCode,
      ...(isGivenUp ? { isGivenUp } : {}),
      ...(run.work ? { work: run.work } : {}),
    },
  });
  const priceStatus = run.usage ? priceStatusOf(run.usage) : undefined;
  afterCommit(() => signals.emit('counted', { kind: 'run', status: run.status, priceStatus }));
};

const priceStatusOf = ({ costCents, priceStatus = 'measured' }: Usage): PriceStatus =>
  costCents === null ? 'unknown' : priceStatus;

/** A transaction of a sweep or a worker, on behalf of this service. */
export const writeRuns = <T>(
  runtime: Runtime,
  work: (context: SchedulerContext) => Promise<T>,
  cause?: Cause,
  about?: About,
): Promise<T> =>
  runtime.write((context) => work(context as unknown as SchedulerContext), cause, about);

/** A move of one run, which may share the transaction with other writes of its company. */
export const writeRun = <T>(
  runtime: Runtime,
  { id: runId, companyId }: Pick<Run, 'id' | 'companyId'>,
  work: (context: SchedulerContext) => Promise<T>,
  traceparent: string | null,
): Promise<T> => writeRuns(runtime, work, { runId, traceparent }, { companyId, resource: runId });
