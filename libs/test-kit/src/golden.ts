/**
 * Whether a running service lives with what another release asks of it and says to it: the golden
 * files of the contracts, sent as they are.
 */
import { readdirSync, readFileSync } from 'node:fs';
import {
  contracts, type Actor, type Contract, type Operation, type Payload,
} from '@muster/contracts';
import { many, newId, sql, type ServiceDefinition } from '@muster/service-kit';
import { expect, it } from 'vitest';
import { boardActor, serviceActor } from './actors.ts';
import type { Stage } from './stage.ts';

const folder = new URL('../../contracts/golden/', import.meta.url);
/** Ids of golden files begin like this; each telling gets ids of its own. */
const ID_PREFIX = /01890a5d-ac96-774b-bcce/g;
/** How the id of the company ends in golden files. */
const COMPANY_SUFFIX = '000051807a91';
/** A page goes on from where another one of the same service has ended. */
const withoutCursor = ({ cursor: _, ...request }: { readonly cursor?: string }): object => request;

interface Golden {
  readonly operations: Readonly<Record<string, { readonly requests: readonly object[] }>>;
  readonly events: Readonly<Record<string, { readonly payloads: readonly object[] }>>;
}

const releases = readdirSync(folder).toSorted();

const goldenOf = (release: string, contract: string): Golden =>
  JSON.parse(readFileSync(new URL(`${release}/${contract}.json`, folder), 'utf8')) as Golden;

/** What must be there in the service itself before anybody else can ask or say anything. */
export interface Ground {
  /** The company that events are about. */
  readonly companyId?: string;
  /** The board user that asks. */
  readonly userId?: string;
}

export type LayGround<C extends Contract> = (stage: Stage<C>) => Promise<Ground>;

type Conforming<C extends Contract> = Pick<ServiceDefinition<C>, 'contract' | 'reactions'> & {
  readonly ground?: LayGround<C> | undefined;
};

export function livesWithGolden<C extends Contract>(
  { contract, reactions, ground = async () => ({}) }: Conforming<C>,
  stage: () => Stage<C>,
): void {
  it.each(releases)('understands every request of release %s', async (release) => {
    const { operations } = goldenOf(release, contract.name);
    const { userId } = await ground(stage());
    for (const [name, { requests }] of Object.entries(operations)) {
      for (const request of requests) {
        const { runtime } = stage().service;
        const reply = await runtime.rpc({
          service: contract.name, operation: name, body: JSON.stringify(withoutCursor(request)),
          actor: callerOf(contract.operations[name], userId), requestId: newId(), deadlineMs: 5_000,
        });
        const isUnderstood = reply.status !== 400 && reply.status < 500;
        const answer = isUnderstood ? '' : Buffer.from(reply.bytes).toString();
        expect(`${name} ${answer}`).toBe(`${name} `);
      }
    }
  });

  const produces = new Set(Object.values(reactions).map(({ producer }) => producer.name));
  // Companies are made before anything is said of them.
  const producers = contracts.filter(({ name }) => produces.has(name)).toSorted((a, b) =>
    Number(b.name === 'agents') - Number(a.name === 'agents'));
  const heard = new Set(Object.values(reactions).flatMap(({ events }) => events));
  it.each(releases)('reacts to every event of release %s', async (release) => {
    for (const [index] of fills.entries()) {
      const told = { index, idPrefix: newId().slice(0, -13), ...await ground(stage()) };
      for (const producer of producers) {
        const events = Object.entries(goldenOf(release, producer.name).events)
          .filter(([name]) => heard.has(name));
        await tellAll(stage(), { producer, events, ...told });
      }
    }
    const failed = await many(stage().db, sql`
      select type, error from (
        select producer as type, last_error as error from cursors where attempts > 0
        union all select event ->> 'type', error from dead_letters
      ) trouble limit 10`);
    expect(failed).toEqual([]);
  });
}

const fills = ['full', 'least'] as const;

/** In order, and until the last one is applied: one that fails keeps those behind it back. */
async function tellAll<C extends Contract>(
  stage: Stage<C>,
  { producer, events, index, idPrefix, companyId = `${idPrefix}-${COMPANY_SUFFIX}` }: Ground & {
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
    const saying = { companyId, entityId: newId(), payload };
    await (isLast ? stage.hear : stage.tell)(producer, name, saying);
  }
}

const callerOf = (operation: Operation | undefined, userId = newId()): Actor =>
  operation?.who.includes('board') ? boardActor({ id: userId }) : serviceActor();
