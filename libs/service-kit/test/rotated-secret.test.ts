import { newId, startService } from '@muster/service-kit';
import { boardActor, calledByAnyone, clientAs, openStage, testServiceKeys } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { ledger, ledgerService } from './ledger.ts';

const NEXT = 'the secret of the keys that replace the current ones';
/** Either process may serve a request: with this many keys, each has called each. */
const KEYS = 10;

describe('rotated keys', () => {
  it('are accepted together with their successors, and a repeated request has one effect', async () => {
    const stage = await openStage(ledgerService, {
      env: { MUSTER_SERVICE_KEYS_PREVIOUS: testServiceKeys('billing', NEXT) },
    });
    const after = await startService(ledgerService, {
      ...stage.env,
      MUSTER_SERVICE_KEYS: testServiceKeys('billing', NEXT),
      MUSTER_SERVICE_KEYS_PREVIOUS: testServiceKeys('billing'),
    });
    const companyId = newId();
    const actor = boardActor();
    const clients = [stage.service, calledByAnyone(after, NEXT), stage.service].map((process) =>
      clientAs(process, ledger, actor),
    );
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
