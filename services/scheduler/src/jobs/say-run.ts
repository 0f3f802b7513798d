/** What is said of a run, in the transaction that changed it. */
import type { Payload, Run, scheduler } from '@muster/contracts';
import type { Cause, Context, Runtime } from '@muster/service-kit';
import { hints } from '../hints.ts';

export type RunContext = Pick<Context<typeof scheduler>, 'db' | 'say' | 'afterCommit'>;

const snapshotOf = (run: Run): Payload<typeof scheduler, 'run.queued'> => ({
  runId: run.id,
  agentId: run.agentId,
  status: run.status,
  source: run.source,
  epoch: run.epoch,
  issueId: run.issueId,
  errorCode: run.errorCode,
  usage: run.usage,
});

export const sayRun = (
  { say }: RunContext,
  name: 'run.queued' | 'run.started' | 'run.usage_reported',
  run: Run,
): void => say(name, { companyId: run.companyId, entityId: run.id, payload: snapshotOf(run) });

export const sayFinished = ({ say, afterCommit }: RunContext, run: Run): void => {
  if (!run.finishedAt) throw new Error(`run ${run.id} has not finished`);
  say('run.finished', {
    companyId: run.companyId,
    entityId: run.id,
    payload: {
      ...snapshotOf(run),
      wasStarted: run.startedAt !== null,
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
    },
  });
  afterCommit(() => hints.emit('counted', { kind: 'run', status: run.status }));
};

/** A write of a sweep or a worker, as this service. */
export const writeRuns = <T>(
  runtime: Runtime,
  work: (context: Context<typeof scheduler>) => Promise<T>,
  cause?: Cause,
): Promise<T> =>
  runtime.write((context) => work(context as unknown as Context<typeof scheduler>), cause);
