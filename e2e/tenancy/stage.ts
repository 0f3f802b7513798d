/** Two companies: what one of them has, and everybody who should not get at it. */
import { randomUUID } from 'node:crypto';
import { agents } from '@muster/contracts';
import { beforeAll } from 'vitest';
import { addMember } from '../harness/builders.ts';
import { foundEstate } from '../harness/estate.ts';
import type { Estate } from '../harness/estate.ts';
import { addHolder } from '../harness/holders.ts';
import { useSql } from '../harness/sql.ts';
import type { Sql } from '../harness/sql.ts';
import { useWorld } from '../harness/stack.ts';
import type { World } from '../harness/stack.ts';
import { openWire } from '../harness/wire.ts';
import type { Wire } from '../harness/wire.ts';
import { makeDeadCredentials } from './credentials.ts';
import type { Credential, DeadKind } from './credentials.ts';
import { digestAtRest, idsOf } from './fingerprint.ts';
import type { InsiderKind } from './insiders.ts';

export const outsiderKinds = [
  'the CEO of another company', 'a paused agent of another company',
  'an owner of another company', 'a viewer of another company',
] as const;
export type OutsiderKind = (typeof outsiderKinds)[number];

export type Stage = {
  readonly world: World;
  readonly sql: Sql;
  readonly wire: Wire;
  /** The company that nobody here may see or change. */
  readonly victim: Estate;
  readonly home: Estate;
  readonly dead: Readonly<Record<DeadKind, Credential>>;
  readonly outsiders: Readonly<Record<OutsiderKind, Credential>>;
  readonly insiders: Readonly<Record<InsiderKind, Credential>>;
  /** What may not be in an answer to anybody outside. */
  readonly secrets: readonly string[];
  readonly digest: Readonly<Record<string, string>>;
};

export function useStage(options: { env?: Record<string, string> } = {}): () => Stage {
  const world = useWorld(options);
  const sql = useSql(world);
  let stage: Stage | undefined;
  beforeAll(async () => {
    stage = await set(world(), sql);
  });
  return () => {
    if (stage === undefined) throw new Error('the stage is set only while tests run');
    return stage;
  };
}

/** A word that nothing else says. */
const uniqueWord = (): string => `W${randomUUID().replaceAll('-', '')}`;

async function set(world: World, sql: Sql): Promise<Stage> {
  const [victim, home] = await Promise.all([
    foundEstate(world, uniqueWord()), foundEstate(world, uniqueWord()),
  ]);
  const dead = await makeDeadCredentials(world, sql, victim);
  const outsiders = {
    'the CEO of another company': { token: home.chief.token },
    'a paused agent of another company': { token: await pausedAgent(world, home) },
    'an owner of another company': home.owner,
    'a viewer of another company': await addHolder(world, home.companyId, { role: 'viewer' }),
  };
  const insiders = {
    'an agent without reports': { token: await engineer(world, victim) },
    'a paused agent': { token: await pausedAgent(world, victim) },
    'a viewer': await addHolder(world, victim.companyId, { role: 'viewer' }),
    'an operator without permissions': await addHolder(world, victim.companyId, {
      role: 'operator', permissions: [],
    }),
  };
  const digest = await digestAtRest(sql, victim.companyId);
  const own = await idsOf(sql, home.companyId);
  const ids = [...(await idsOf(sql, victim.companyId))].filter((id) => !own.has(id));
  const wire = openWire(world.stack.baseUrl);
  const secrets = [victim.word, victim.word.toLowerCase(), ...ids];
  return { world, sql, wire, victim, home, dead, outsiders, insiders, digest, secrets };
}

async function engineer(world: World, { companyId, word }: Estate): Promise<string> {
  return (await addMember(world, companyId, { name: `${word} Engineer` })).token;
}

async function pausedAgent(world: World, { companyId, word }: Estate): Promise<string> {
  const { agent, token } = await addMember(world, companyId, { name: `${word} Paused` });
  await world.board.call(agents, 'pauseAgent', { agentId: agent.id });
  return token;
}
