import { newId, startService } from '@muster/service-kit';
import { boardActor, clientAs, openStage } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { ledger, ledgerService } from './ledger.ts';

const NEXT = 'the secret that takes the place of the other';
/** Any process takes a request: in so many each of the two has asked each. */
const KEYS = 10;

describe('a secret that is replaced', () => {
  it('is believed beside its successor, and a repeated request stays one', async () => {
    const stage = await openStage(ledgerService, { env: { MUSTER_SECRET_PREVIOUS: NEXT } });
    const { MUSTER_SECRET: first } = stage.env;
    const after = await startService(ledgerService, {
      ...stage.env, MUSTER_SECRET: NEXT, MUSTER_SECRET_PREVIOUS: first,
    });
    const companyId = newId();
    const actor = boardActor();
    const clients = [stage.service, after, stage.service, after]
      .map((process) => clientAs(process, ledger, actor));
    for (const idempotencyKey of Array.from({ length: KEYS }, newId)) {
      const ids = new Set<string>();
      for (const client of clients) {
        ids.add((await client.addEntry({ companyId, amount: 1 }, { idempotencyKey })).id);
      }
      expect([...ids]).toHaveLength(1);
    }
    await after.stop();
    await stage.close();
  });
});
