import { newId, openLogger } from '@muster/service-kit';
import { expect, it } from 'vitest';
import { openLocalExecutor } from './local-executor.ts';

const opened = (concurrency: number) => {
  const begun: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const executor = openLocalExecutor({ concurrency, log: openLogger('test', 'silent') }, (job) => {
    const end = Promise.withResolvers<void>();
    begun.push(job.runId);
    ends.push(end);
    return end.promise;
  });
  return { executor, begun, ends };
};
const jobs = (count: number) =>
  Array.from({ length: count }, () => ({ runId: newId(), traceparent: null }));
const soon = () =>
  new Promise<void>((next) => {
    setImmediate(next);
  });

it('executes as many jobs at a time as it may, in the order of arrival', async () => {
  const { executor, begun, ends } = opened(2);
  const all = jobs(4);
  const ids = all.map(({ runId }) => runId);
  const executed = all.map((job) => executor.execute(job));
  await soon();
  expect(begun).toEqual(ids.slice(0, 2));
  ends[0]?.resolve();
  await executed[0];
  await soon();
  expect(begun).toEqual(ids.slice(0, 3));
  for (const index of [1, 2, 3]) {
    ends[index]?.resolve();
    await executed[index];
    await soon();
  }
  expect(begun).toEqual(ids);
});

it('caps delivered and refused jobs together, and executes a refused job once', async () => {
  const { executor, begun, ends } = opened(1);
  const [delivered, refused] = jobs(2);
  if (!delivered || !refused) throw new Error('two jobs expected');
  const first = executor.execute(delivered);
  expect([executor.executeRefused(refused), executor.executeRefused(refused)]).toEqual([
    'here',
    'here',
  ]);
  await soon();
  expect(begun).toEqual([delivered.runId]);
  ends[0]?.resolve();
  await first;
  await soon();
  expect(begun).toEqual([delivered.runId, refused.runId]);
});

it('passes the failure of a job on and executes the next one', async () => {
  const { executor, begun, ends } = opened(1);
  const [failing, next] = jobs(2);
  if (!failing || !next) throw new Error('two jobs expected');
  const failed = executor.execute(failing);
  void executor.execute(next);
  await soon();
  ends[0]?.reject(new Error('x'));
  await expect(failed).rejects.toThrow('x');
  await soon();
  expect(begun).toEqual([failing.runId, next.runId]);
});

it('executes no waiting job after it is stopped, and lets a job that runs end', async () => {
  const { executor, begun, ends } = opened(1);
  const [running, waiting, later] = jobs(3);
  if (!running || !waiting || !later) throw new Error('three jobs expected');
  const first = executor.execute(running);
  const second = executor.execute(waiting);
  await soon();
  executor.stop();
  await second;
  const third = executor.execute(later);
  ends[0]?.resolve();
  await Promise.all([first, third]);
  expect(begun).toEqual([running.runId]);
});
