/** What a company may store in a service. */
import { many, newId, none, one, sql } from '@muster/service-kit';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerService, type ledger } from './ledger.ts';

const ROWS_MOST = 5;
const MEGABYTE = 1_048_576;
const refused = {
  code: 'storage_quota_reached',
  status: 422,
  details: { bytesMost: MEGABYTE, rowsMost: ROWS_MOST },
};

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  const env = { COMPANY_STORAGE_ROWS: String(ROWS_MOST), COMPANY_STORAGE_MB: '1' };
  stage = await openStage(ledgerService, { env });
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
const amountsOf = async (companyId: string) =>
  (await board().listEntries({ companyId })).map(({ amount }) => amount).toSorted((a, b) => a - b);
const headOf = (companyId: string) =>
  one<{ seq: number; storedBytes: number }>(
    stage.db,
    sql`select seq, stored_bytes from event_heads where company_id = ${companyId}`,
  );
/** As if it had stored so many bytes. */
const setBytes = (companyId: string, bytes: number) =>
  none(
    stage.db,
    sql`update event_heads set stored_bytes = ${bytes} where company_id = ${companyId}`,
  );

describe('the quota of a company', () => {
  it('refuses the write that goes above its rows, and keeps nothing of it', async () => {
    const companyId = newId();
    for (let amount = 0; amount < ROWS_MOST; amount++)
      await board().addEntry({ companyId, amount });
    await expect(board().addEntry({ companyId, amount: 9 })).rejects.toMatchObject(refused);
    await expect(
      stage.as(agentActor(companyId)).addEntry({ companyId, amount: 9 }),
    ).rejects.toMatchObject(refused);
    expect(await amountsOf(companyId)).toEqual([0, 1, 2, 3, 4]);
    expect(await headOf(companyId)).toMatchObject({ seq: ROWS_MOST });
    const other = newId();
    await board().addEntry({ companyId: other, amount: 1 });
    expect(await amountsOf(other)).toEqual([1]);
  });

  it('refuses above its bytes, and counts those that were sent and those of the events', async () => {
    const companyId = newId();
    await board().addEntry({ companyId, amount: 1 });
    const { storedBytes } = await headOf(companyId);
    expect(storedBytes).toBeGreaterThan(600 + companyId.length);
    await setBytes(companyId, MEGABYTE - storedBytes);
    await board().addEntry({ companyId, amount: 2 });
    expect(await headOf(companyId)).toMatchObject({ storedBytes: MEGABYTE });
    await expect(board().addEntry({ companyId, amount: 3 })).rejects.toMatchObject(refused);
    expect(await amountsOf(companyId)).toEqual([1, 2]);
  });

  it('takes of the writes that arrive together those that fit', async () => {
    const companyId = newId();
    const caller = stage.as(agentActor(companyId));
    await caller.addEntry({ companyId, amount: 0 });
    const ended = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => caller.addEntry({ companyId, amount: n + 1 })),
    );
    const reasons = ended.flatMap((end) =>
      end.status === 'rejected' ? [end.reason as object] : [],
    );
    expect(reasons).toHaveLength(12 - (ROWS_MOST - 1));
    for (const reason of reasons) expect(reason).toMatchObject(refused);
    expect(await amountsOf(companyId)).toHaveLength(ROWS_MOST);
  });

  it('lets the board delete, and agents no more than report', async () => {
    const companyId = newId();
    await board().addEntry({ companyId, amount: 1 });
    await setBytes(companyId, 2 * MEGABYTE);
    await expect(
      stage.as(agentActor(companyId)).removeEntries({ companyId }),
    ).rejects.toMatchObject(refused);
    await board().removeEntries({ companyId });
    expect(await amountsOf(companyId)).toEqual([]);
  });

  it('decides a repeated key anew once there is room', async () => {
    const companyId = newId();
    await board().addEntry({ companyId, amount: 1 });
    await setBytes(companyId, MEGABYTE);
    const caller = stage.as(boardActor(), { idempotencyKey: 'full' });
    await expect(caller.addEntry({ companyId, amount: 2 })).rejects.toMatchObject(refused);
    await setBytes(companyId, 0);
    await caller.addEntry({ companyId, amount: 2 });
    expect(await amountsOf(companyId)).toEqual([1, 2]);
    expect(
      await many(stage.db, sql`select 1 as one from event_heads where over_quota limit 1`),
    ).toEqual([]);
  });

  it('has no limit where it is set to 0', async () => {
    const unlimited = await openStage(ledgerService, {
      env: { COMPANY_STORAGE_ROWS: '0', COMPANY_STORAGE_MB: '0' },
    });
    try {
      const companyId = newId();
      for (let amount = 0; amount <= ROWS_MOST; amount++) {
        await unlimited.as(boardActor()).addEntry({ companyId, amount });
      }
      expect(await unlimited.as(boardActor()).listEntries({ companyId })).toHaveLength(
        ROWS_MOST + 1,
      );
    } finally {
      await unlimited.close();
    }
  });
});
