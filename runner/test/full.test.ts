/** A runner keeps so many programs, and its last quarter for companies that have none. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shellRun, type Launched } from './open-runner.ts';
import { useRunner } from './use-runner.ts';

const PLACES = 8;
const KEPT = 2;

describe('a runner with few places', () => {
  const at = useRunner('none', { MUSTER_RUNNER_RUNS: String(PLACES) });
  const stay = (companyId: string = randomUUID()): Launched =>
    shellRun('while :; do sleep 60; done', { companyId });
  const launch = async (run: Launched): Promise<Launched> => {
    await at.scheduler.send(run.message);
    await at.scheduler.of('launched', run.key);
    return run;
  };
  const refused = async (run: Launched): Promise<object> => {
    await at.scheduler.send(run.message);
    return (await at.scheduler.of('ended', run.key)).outcome;
  };
  const end = async ({ key }: Launched): Promise<void> => {
    await at.scheduler.send({ kind: 'stop', ...key, why: 'cancelled' });
    await at.scheduler.of('ended', key);
    await at.scheduler.send({ kind: 'forget', ...key });
  };

  it('refuses more of a company that has some, takes the first of others, and refuses all when it is full', async () => {
    const busy = randomUUID();
    const own: Launched[] = [];
    for (let count = 0; count < PLACES - KEPT; count += 1) own.push(await launch(stay(busy)));
    const error = expect.stringContaining('last places');
    expect(await refused(stay(busy))).toMatchObject({ errorCode: 'runner_full', error });
    const others: Launched[] = [];
    for (let count = 0; count < KEPT; count += 1) others.push(await launch(stay()));
    expect(await refused(stay())).toMatchObject({
      errorCode: 'runner_full',
      error: `The runner has ${PLACES} runs already`,
    });
    // A place that is free again is for whoever has none; two are for all.
    await end(own[0] as Launched);
    expect(await refused(stay(busy))).toMatchObject({ errorCode: 'runner_full' });
    await end(others[0] as Launched);
    await end(others[1] as Launched);
    await launch(stay(busy));
  });
});
