/**
 * Compatibility of a running service with other releases: the requests and events in the golden files
 * of the contracts are sent to it as they are.
 */
import { readdirSync, readFileSync } from 'node:fs';
import {
  contracts,
  serviceNames,
  type Actor,
  type Contract,
  type Payload,
} from '@muster/contracts';
import { canCall, many, newId, sql, type ServiceDefinition } from '@muster/service-kit';
import { expect, it } from 'vitest';
import { boardActor, serviceActor } from './actors.ts';
import type { Stage } from './stage.ts';

const folder = new URL('../../contracts/golden/', import.meta.url);
/** Prefix of ids in golden files; each run replaces it by its own. */
const ID_PREFIX = /01890a5d-ac96-774b-bcce/g;
/** Suffix of the company's id in golden files. */
const COMPANY_SUFFIX = '000051807a91';
/** A cursor is valid only for the database that made it. */
const withoutCursor = ({ cursor: _, ...request }: { readonly cursor?: string }): object => request;

interface Golden {
  readonly operations: Readonly<Record<string, { readonly requests: readonly object[] }>>;
  readonly events: Readonly<Record<string, { readonly payloads: readonly object[] }>>;
}

const releases = readdirSync(folder).toSorted();

const goldenOf = (release: string, contract: string): Golden =>
  JSON.parse(readFileSync(new URL(`${release}/${contract}.json`, folder), 'utf8')) as Golden;

/** Rows that the service needs before it can serve the requests and events. */
export interface Fixture {
  /** The company of the events. */
  readonly companyId?: string;
  /** The board user of the requests. */
  readonly userId?: string;
}

export type MakeFixture<C extends Contract> = (stage: Stage<C>) => Promise<Fixture>;

type Conforming<C extends Contract> = Pick<ServiceDefinition<C>, 'contract' | 'reactions'> & {
  readonly makeFixture?: MakeFixture<C> | undefined;
};

export function testGoldenCompatibility<C extends Contract>(
  { contract, reactions, makeFixture = async () => ({}) }: Conforming<C>,
  stage: () => Stage<C>,
): void {
  it.each(releases)('understands every request of release %s', async (release) => {
    const { operations } = goldenOf(release, contract.name);
    const { userId } = await makeFixture(stage());
    for (const [name, { requests }] of Object.entries(operations)) {
      for (const request of requests) {
        const { runtime } = stage().service;
        const reply = await runtime.rpc({
          service: contract.name,
          operation: name,
          body: JSON.stringify(withoutCursor(request)),
          actor: callerOf(contract, name, userId),
          requestId: newId(),
          deadlineMs: 5_000,
        });
        const isUnderstood = reply.status !== 400 && reply.status < 500;
        const answer = isUnderstood ? '' : Buffer.from(reply.bytes).toString();
        expect(`${name} ${answer}`).toBe(`${name} `);
      }
    }
  });

  const names = new Set(Object.values(reactions).map(({ producer }) => producer.name));
  // Companies first: other events belong to one.
  const producers = contracts
    .filter(({ name }) => names.has(name))
    .toSorted((a, b) => Number(b.name === 'agents') - Number(a.name === 'agents'));
  const handled = new Set(Object.values(reactions).flatMap(({ events }) => events));
  it.each(releases)('reacts to every event of release %s', async (release) => {
    for (const [index] of variants.entries()) {
      const shared = { index, idPrefix: newId().slice(0, -13), ...(await makeFixture(stage())) };
      for (const producer of producers) {
        const events = Object.entries(goldenOf(release, producer.name).events).filter(([name]) =>
          handled.has(name),
        );
        await emitAll(stage(), { producer, events, ...shared });
      }
    }
    const failed = await many(
      stage().db,
      sql`
      select type, error from (
        select event ->> 'type' as type, error from failures
        union all select event ->> 'type', error from dead_letters
      ) failed limit 10`,
    );
    expect(failed).toEqual([]);
  });
}

const variants = ['full', 'least'] as const;

/** Emits in order and waits for the last. */
async function emitAll<C extends Contract>(
  stage: Stage<C>,
  {
    producer,
    events,
    index,
    idPrefix,
    companyId = `${idPrefix}-${COMPANY_SUFFIX}`,
  }: Fixture & {
    readonly producer: Contract;
    readonly idPrefix: string;
    readonly events: readonly (readonly [string, Golden['events'][string]])[];
    readonly index: number;
  },
): Promise<void> {
  for (const [name, { payloads }] of events) {
    const isLast = name === events.at(-1)?.[0];
    const text = JSON.stringify(payloads[index]).replace(ID_PREFIX, idPrefix);
    const payload = JSON.parse(text) as Payload<Contract, string>;
    const event = { companyId, entityId: newId(), payload };
    await (isLast ? stage.receive : stage.emitFrom)(producer, name, event);
  }
}

const callerOf = (contract: Contract, name: string, userId = newId()): Actor =>
  contract.operations[name]?.who.includes('board')
    ? boardActor({ id: userId })
    : serviceActor(serviceNames.find((caller) => canCall(caller, contract, name)));
