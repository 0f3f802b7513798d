/** One company, or everybody at one resource, takes no more than a share of a service's places. */
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage, until, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerService, type ledger } from './ledger.ts';

/** More than the service has places. */
const CALLS = 300;

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

/** Makes so many calls that none of them ends before `meanwhile` has; how many were refused. */
async function whileWritesWait(
  call: (turn: number) => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const client = await stage.service.runtime.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table entries in share row exclusive mode');
    const refused: unknown[] = [];
    const calls = Array.from({ length: CALLS }, (_, turn) =>
      call(turn).catch((error: unknown) => refused.push(error)),
    );
    await until('some are refused', () => refused.length > 0 || undefined);
    await meanwhile();
    await client.query('rollback');
    await Promise.all(calls);
    for (const error of refused) expect(error).toMatchObject({ code: 'overloaded' });
    return refused.length;
  } finally {
    client.release();
  }
}

describe('the places of a service', () => {
  it('are left to others if one company wants all of them', async () => {
    const [one, other] = [newId(), newId()];
    const agent = stage.as(agentActor(one));
    const refused = await whileWritesWait(
      () => agent.addEntry({ companyId: one, amount: 1 }),
      async () => {
        const listed = await stage.as(agentActor(other)).listEntries({ companyId: other });
        expect(listed).toEqual([]);
      },
    );
    expect(refused).toBeGreaterThan(0);
    await expect(agent.addEntry({ companyId: one, amount: 1 })).resolves.toMatchObject({
      amount: 1,
    });
  });

  it('are left to others if many callers want one resource', async () => {
    const companyId = newId();
    const refused = await whileWritesWait(
      () => stage.as(boardActor()).addEntry({ companyId, amount: 1 }),
      async () => {
        const board = stage.as(boardActor());
        expect(await board.listEntries({ companyId })).toEqual([]);
        expect(await board.closeBooks({ entryId: newId() }).catch((error) => error.code)).not.toBe(
          'overloaded',
        );
      },
    );
    expect(refused).toBeGreaterThan(0);
  });
});
