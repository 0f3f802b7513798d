/** Programs that are more than a runner takes: they must not cost others the connection to it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScheduler, type Opened } from './open-scheduler.ts';

const RUNS_ON = 'console.log("begun"); setInterval(() => {}, 1000)';
const ELEMENTS = 4_097;
const args = Array.from({ length: ELEMENTS }, () => '');
const env = Object.fromEntries(args.map((value, n) => [`V${n}`, value]));
const secrets = Array.from({ length: 5 }, (_, n) => String(n).repeat(65_536));

describe('a program that is more than a runner takes', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openScheduler();
  });
  afterAll(() => opened.close());

  const fenceOf = async (runId: string): Promise<number | undefined> =>
    (
      await opened.stage.db.run<{ fence: number }>({
        text: 'select fence from runs where id = $1',
        values: [runId],
      })
    )[0]?.fence;

  it.each([
    ['arguments', { args }, []],
    ['variables', { env }, []],
    ['bytes of secrets', {}, secrets],
  ])('because of its %s is refused, and the run of another company goes on', async (...given) => {
    const [, config, hide] = given;
    const [one, other] = await Promise.all([opened.company(), opened.company()]);
    const stays = await opened.agent(other.companyId, RUNS_ON);
    const { id: staying } = await opened.wake(stays.agentId);
    await opened.runWhen(staying, ({ logBytes }) => logBytes > 0);
    const fence = await fenceOf(staying);
    const { agentId } = await opened.agent(one.companyId, '');
    const adapterConfig = { command: 'true', ...config };
    opened.adapters.set(agentId, { adapterType: 'process', adapterConfig, hide });
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run).toMatchObject({ status: 'failed', errorCode: 'program_too_long' });
    // Over the same connection, after all that was sent before.
    const small = await opened.agent(one.companyId, '');
    const next = await opened.finished((await opened.wake(small.agentId)).id);
    expect(next).toMatchObject({ status: 'succeeded' });
    expect(await fenceOf(staying)).toBe(fence);
  });
});
