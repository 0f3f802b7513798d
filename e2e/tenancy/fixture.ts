/** Two companies with one of everything, and the callers who may not access the first. */
import { randomUUID } from 'node:crypto';
import { agents } from '@muster/contracts';
import { beforeAll } from 'vitest';
import { addAgentWithKey } from '../fixtures/builders.ts';
import { createOneOfEverything, type OneOfEverything } from '../fixtures/one-of-everything.ts';
import { addTokenHolder } from '../fixtures/token-holders.ts';
import { useSql, type Sql } from '../world/sql.ts';
import { useWorld, type World } from '../world/use-world.ts';
import { openRawHttp, type RawHttp } from '../world/raw-http.ts';
import type { Credential, DeadKind, InsiderKind, OutsiderKind } from './caller-kinds.ts';
import { createDeadCredentials } from './credentials.ts';
import { settledDigest, idsOf } from './fingerprint.ts';

export interface TenancyFixture {
  readonly world: World;
  readonly sql: Sql;
  readonly http: RawHttp;
  /** The company that the callers may not see or change. */
  readonly victim: OneOfEverything;
  /** The company of the outsiders. */
  readonly home: OneOfEverything;
  readonly dead: Readonly<Record<DeadKind, Credential>>;
  readonly outsiders: Readonly<Record<OutsiderKind, Credential>>;
  readonly insiders: Readonly<Record<InsiderKind, Credential>>;
  /** Texts and ids of the victim, which no answer to an outsider may contain. */
  readonly secrets: readonly string[];
  readonly digest: Readonly<Record<string, string>>;
}

export function useTenancyFixture(
  options: { nodeFlags?: readonly string[] } = {},
): () => TenancyFixture {
  const world = useWorld(options);
  const sql = useSql(world);
  let fixture: TenancyFixture | undefined;
  beforeAll(async () => {
    fixture = await create(world(), sql);
  });
  return () => {
    if (fixture === undefined) throw new Error('the fixture exists only while tests run');
    return fixture;
  };
}

/** A word that occurs nowhere else. */
const uniqueWord = (): string => `W${randomUUID().replaceAll('-', '')}`;

async function create(world: World, sql: Sql): Promise<TenancyFixture> {
  const [victim, home] = await Promise.all([
    createOneOfEverything(world, uniqueWord()),
    createOneOfEverything(world, uniqueWord()),
  ]);
  const dead = await createDeadCredentials(world, sql, victim);
  const outsiders = {
    'the CEO of another company': { token: home.chief.token },
    'a paused agent of another company': { token: await addPausedAgent(world, home) },
    'an owner of another company': home.owner,
    'a viewer of another company': await addTokenHolder(world, home.companyId, { role: 'viewer' }),
  };
  const insiders = {
    'an agent without reports': { token: await addEngineer(world, victim) },
    'a paused agent': { token: await addPausedAgent(world, victim) },
    'a viewer': await addTokenHolder(world, victim.companyId, { role: 'viewer' }),
    'an operator without permissions': await addTokenHolder(world, victim.companyId, {
      role: 'operator',
      permissions: [],
    }),
  };
  const digest = await settledDigest(sql, victim.companyId);
  const own = await idsOf(sql, home.companyId);
  const ids = [...(await idsOf(sql, victim.companyId))].filter((id) => !own.has(id));
  const http = openRawHttp(world.stack.baseUrl);
  const secrets = [victim.word, victim.word.toLowerCase(), ...ids];
  return { world, sql, http, victim, home, dead, outsiders, insiders, digest, secrets };
}

async function addEngineer(world: World, { companyId, word }: OneOfEverything): Promise<string> {
  return (await addAgentWithKey(world, companyId, { name: `${word} Engineer` })).token;
}

async function addPausedAgent(world: World, { companyId, word }: OneOfEverything): Promise<string> {
  const { agent, token } = await addAgentWithKey(world, companyId, { name: `${word} Paused` });
  await world.board.call(agents, 'pauseAgent', { agentId: agent.id });
  return token;
}
