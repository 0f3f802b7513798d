import {
  boardActor,
  calledByAnyone,
  clientAs,
  openSlowLink,
  openStage,
  type Stage,
} from '@muster/test-kit';
import { newId, startService } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledger, ledgerService } from './ledger.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

const get = (path: string) => fetch(`http://127.0.0.1:${stage.service.opsPort}${path}`);

describe('the ops server', () => {
  it('reports that it is live and ready', async () => {
    expect((await get('/livez')).status).toBe(200);
    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('counts requests by operation and outcome, and emitted events by type', async () => {
    const companyId = newId();
    const board = stage.as(boardActor());
    await board.addEntry({ companyId, amount: 1 });
    await expect(board.addEntry({ companyId, amount: -1 })).rejects.toThrow();
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toMatch(
      /muster_rpc_duration_seconds_count\{[^}]*operation="addEntry",outcome="ok"[^}]*\} 1/,
    );
    expect(metrics).toMatch(/outcome="illegal_transition"[^}]*\} 1/);
    expect(metrics).toMatch(/muster_events_emitted_total\{[^}]*type="entry.added"[^}]*\} 1/);
    expect(metrics).toMatch(/muster_events_said_total\{[^}]*type="entry.added"[^}]*\} 1/);
    expect(metrics).toMatch(/muster_db_pool_connections\{[^}]*state="idle"/);
    expect(metrics).not.toContain(companyId);
  });

  it('knows no other path', async () => {
    expect((await get('/secrets')).status).toBe(404);
  });
});

describe('a service whose Postgres is gone', () => {
  it('stays ready, and refuses reads and writes as unavailable, with a hint', async () => {
    const { DATABASE_URL = '', OPS_PORT: _, ...env } = stage.env;
    const postgres = await openSlowLink(DATABASE_URL);
    const service = calledByAnyone(
      await startService(ledgerService, {
        ...env,
        NATS_NAMESPACE: `${env['NATS_NAMESPACE']}_alone`,
        DATABASE_URL: postgres.url,
      }),
    );
    const board = clientAs(service, ledger, boardActor());
    const companyId = newId();
    await board.addEntry({ companyId, amount: 1 });
    postgres.close();
    const refused = { code: 'unavailable', retryable: true, hint: expect.any(String) };
    await expect(board.addEntry({ companyId, amount: 1 })).rejects.toMatchObject(refused);
    await expect(board.listEntries({ companyId })).rejects.toMatchObject(refused);
    const ready = await fetch(`http://127.0.0.1:${service.opsPort}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
    await service.stop();
  });
});
