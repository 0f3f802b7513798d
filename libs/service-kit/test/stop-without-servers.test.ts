/** The stop of a service whose servers have stopped before it, as a whole host is shut down. */
import { newId, startService } from '@muster/service-kit';
import { boardActor, calledByAnyone, clientAs, openSlowLink, openStage } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { ledger, ledgerService } from './ledger.ts';

it('stops a service whose NATS and Postgres are gone', { timeout: 60_000 }, async () => {
  const stage = await openStage(ledgerService);
  const postgres = await openSlowLink(stage.env['DATABASE_URL'] ?? '');
  const nats = await openSlowLink(stage.env['NATS_URL'] ?? '');
  const { OPS_PORT: _, ...env } = stage.env;
  const service = calledByAnyone(
    await startService(ledgerService, { ...env, DATABASE_URL: postgres.url, NATS_URL: nats.url }),
  );
  const companyId = newId();
  await clientAs(service, ledger, boardActor()).addEntry({ companyId, amount: 1 });
  nats.close();
  postgres.close();
  await expect(service.stop()).resolves.toBeUndefined();
  await stage.close();
});
