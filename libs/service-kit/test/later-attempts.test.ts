/** A caller sends a request again, perhaps to another replica; the earlier attempt may arrive last. */
import { newId, openRpc, type RpcReply } from '@muster/service-kit';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgiving, ledgerService, OWNED, type ledger } from './ledger.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

const actor = boardActor();

/** One attempt of a request, answered with the code of its refusal or the amount. */
async function attempt(
  number: number,
  { companyId, ...ids }: { companyId: string; requestId: string; idempotencyKey?: string },
): Promise<unknown> {
  const { runtime } = stage.service;
  const rpc = openRpc(
    {
      ...runtime,
      request: (sent) => {
        sent.headers?.set('Attempt', String(number));
        return runtime.request(sent);
      },
    },
    runtime.signer,
  );
  const { bytes }: RpcReply = await rpc({
    ...ids,
    service: 'billing',
    operation: 'addEntry',
    actor,
    deadlineMs: 5_000,
    body: JSON.stringify({ companyId, amount: OWNED }),
  });
  const { code, amount } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  return code ?? amount;
}

const amountsOf = async (companyId: string): Promise<number[]> =>
  (await stage.as(actor).listEntries({ companyId })).map(({ amount }) => amount);

describe('an attempt that arrives after a later one', () => {
  it.each([
    ['has no effect once that was refused', {}],
    ['with a key has no effect once that was refused', { idempotencyKey: 'late' }],
  ])('%s', async (_, key) => {
    const companyId = newId();
    const request = { companyId, requestId: newId(), ...key };
    expect(await attempt(2, request)).toBe('not_the_owner');
    forgiving.add(companyId);
    expect(await attempt(1, request)).toBe('not_the_owner');
    expect(await attempt(3, request)).toBe('not_the_owner');
    expect(await amountsOf(companyId)).toEqual([]);
  });

  it('is answered like that one once it has succeeded', async () => {
    const companyId = newId();
    const request = { companyId, requestId: newId() };
    forgiving.add(companyId);
    expect(await attempt(2, request)).toBe(OWNED);
    expect(await attempt(1, request)).toBe(OWNED);
    forgiving.delete(companyId);
    expect(await attempt(3, request)).toBe(OWNED);
    expect(await amountsOf(companyId)).toEqual([OWNED]);
  });
});
