/** Rotations of the master key: replicas of two rounds run side by side, and each reads every secret at any time. */
import { randomBytes } from 'node:crypto';
import { agents } from '@muster/contracts';
import { newId, startService, type RunningService } from '@muster/service-kit';
import {
  boardActor,
  calledByAnyone,
  clientAs,
  openStage,
  serviceActor,
  type Stage,
} from '@muster/test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  keepRewrapping,
  requireMasterKeys,
  rewrapCompanyKeys,
} from '../src/background/rewrap-company-keys.ts';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent } from './team.ts';

let stage: Stage<typeof agents>;
beforeEach(async () => {
  stage = await openStage(agentsService);
});
afterEach(() => stage.close());

const aKey = () => randomBytes(32).toString('base64');
const query = (text: string, values: unknown[] = []) =>
  stage.db.run<{ text: string }>({ text, values });

const start = (env: NodeJS.ProcessEnv, release = agentsService) => {
  const { OPS_PORT: _, ...same } = stage.env;
  return startService(release, { ...same, ...env });
};

/** The release before rewraps once, before it is ready. */
const releaseBefore: typeof agentsService = {
  ...agentsService,
  async start(runtime) {
    await requireMasterKeys(runtime);
    await rewrapCompanyKeys(runtime);
    return { drain: async () => undefined };
  },
};

interface Round {
  readonly MUSTER_MASTER_KEY: string;
  readonly MUSTER_MASTER_KEY_PREVIOUS?: string;
}

/** A replica with requests of its own: in NATS it would share them with the others. */
async function replicaOf(round: Round, release?: typeof agentsService): Promise<RunningService> {
  const NATS_NAMESPACE = `r${newId().replaceAll('-', '')}`;
  return calledByAnyone(await start({ ...round, NATS_NAMESPACE }, release));
}

const secretsOf = async (replica: RunningService, ids: readonly string[]): Promise<unknown[]> => {
  const scheduler = clientAs(replica, agents, serviceActor());
  const configs = await Promise.all(ids.map((agentId) => scheduler.getRunConfig({ agentId })));
  return configs.map(({ adapterConfig }) => adapterConfig['apiKey']);
};

/** Creates a company, and with its first secret the company's key. */
async function hireWithSecret(replica: RunningService, apiKey: string): Promise<{ id: string }> {
  const board = clientAs(replica, agents, boardActor());
  const { id: companyId } = await board.createCompany({ name: newId() });
  return board.createAgent({
    companyId,
    name: newId(),
    role: 'engineer',
    adapterType: 'alpha_local',
    adapterConfig: { apiKey },
  });
}

const wrappedWith = async (): Promise<string[]> =>
  (await query('select distinct master_key_id as text from company_keys order by 1')).map(
    ({ text }) => text,
  );

const roundsOf = (former: string, next: string): readonly [Round, Round, Round, Round] => [
  { MUSTER_MASTER_KEY: former },
  { MUSTER_MASTER_KEY: former, MUSTER_MASTER_KEY_PREVIOUS: next },
  { MUSTER_MASTER_KEY: next, MUSTER_MASTER_KEY_PREVIOUS: former },
  { MUSTER_MASTER_KEY: next },
];

describe('a new master key', () => {
  it.each([
    ['this release', agentsService, agentsService],
    ['this release beside the one before', agentsService, releaseBefore],
    ['the release before beside this one', releaseBefore, agentsService],
  ])(
    'comes in three rounds, and in none a replica fails to read a secret: %s',
    async (_, ...of) => {
      const [before, ...rounds] = roundsOf(stage.env['MUSTER_MASTER_KEY'] ?? '', aKey());
      const kept: { readonly id: string; readonly apiKey: string }[] = [];
      let former = await replicaOf(before, of[0]);
      for (const [at, round] of rounds.entries()) {
        const next = await replicaOf(round, of[(at + 1) % 2]);
        for (const [replica, which] of [
          [former, 'before'],
          [next, 'of'],
        ] as const) {
          const apiKey = `by a replica ${which} round ${at + 1}`;
          kept.push({ id: (await hireWithSecret(replica, apiKey)).id, apiKey });
        }
        // Each wraps all keys with its own, as it does when it starts again during the round.
        for (const replica of [next, former, next]) {
          await rewrapCompanyKeys(replica.runtime);
          for (const reader of [former, next]) {
            const read = await secretsOf(
              reader,
              kept.map(({ id }) => id),
            );
            expect(read).toEqual(kept.map(({ apiKey }) => apiKey));
          }
        }
        await former.stop();
        former = next;
      }
      await former.stop();
    },
  );

  it('wraps also what a replica of the round before wraps meanwhile, and until then it does not come alone', async () => {
    const [, one, two, three] = roundsOf(stage.env['MUSTER_MASTER_KEY'] ?? '', aKey());
    const former = await replicaOf(one);
    const first = await hireWithSecret(former, 'first');
    const [old = ''] = await wrappedWith();
    await expect(replicaOf(three)).rejects.toThrow(/MUSTER_MASTER_KEY_PREVIOUS/);
    const next = await replicaOf(two);
    const stopping = new AbortController();
    const rewrapping = keepRewrapping(next.runtime, stopping.signal, 20);
    await expect.poll(wrappedWith).not.toContain(old);
    const second = await hireWithSecret(former, 'second');
    await expect.poll(wrappedWith).not.toContain(old);
    await former.stop();
    stopping.abort();
    await rewrapping;
    const last = await replicaOf(three);
    expect(await secretsOf(last, [first.id, second.id])).toEqual(['first', 'second']);
    await Promise.all([next.stop(), last.stop()]);
  });

  it.each([[undefined], ['c2hvcnQ='], ['']])('is required to start: %j is not one', async (key) => {
    await expect(start({ MUSTER_MASTER_KEY: key })).rejects.toThrow(/MUSTER_MASTER_KEY/);
  });
});

describe('a sealed value', () => {
  it('is opened in its own row only', async () => {
    const { id: companyId } = await aCompany(stage);
    const [one, other] = [
      await anAgent(stage, companyId, { adapterConfig: { apiKey: 'one' } }),
      await anAgent(stage, companyId, { adapterConfig: { apiKey: 'other' } }),
    ];
    await query(
      `update secrets s set sealed = o.sealed from secrets o
      where s.agent_id = $1 and o.agent_id = $2`,
      [one.id, other.id],
    );
    const ofService = stage.as(serviceActor());
    await expect(ofService.getRunConfig({ agentId: one.id })).rejects.toThrow('internal_error');
    expect((await ofService.getRunConfig({ agentId: other.id })).adapterConfig).toEqual({
      apiKey: 'other',
    });
  });
});
