/** A service that is started before, or with, the setup command. */
import { newId, none, sql, startService, type RunningService } from '@muster/service-kit';
import {
  boardActor,
  calledByAnyone,
  clientAs,
  freePort,
  openStage,
  setUp,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledger, ledgerService } from './ledger.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

/** The answer of /readyz; empty while the ops server does not listen. */
const readinessAt = async (port: number): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return answer === undefined ? '' : JSON.stringify(await answer.json());
};

/** Starts the service, waits until it reports what is missing, and adds that. */
async function startsAfter(
  env: NodeJS.ProcessEnv,
  missing: RegExp,
  add: () => Promise<unknown>,
): Promise<RunningService> {
  const opsPort = await freePort();
  const starting = startService(ledgerService, { ...env, OPS_PORT: String(opsPort) });
  await expect.poll(() => readinessAt(opsPort), { timeout: 10_000 }).toMatch(missing);
  await add();
  return starting;
}

const stateOf = ({ opsPort }: RunningService): Promise<string> => readinessAt(opsPort);

describe('a service without the setup command', () => {
  it('waits for its schema and serves as soon as it exists', async () => {
    const env = { ...stage.env, DB_SCHEMA: `${stage.env['DB_SCHEMA']}_late` };
    const service = await startsAfter(
      env,
      /waits for the setup command: its schema: .*migrations/,
      () => setUp(ledgerService, env),
    );
    const companyId = newId();
    await clientAs(calledByAnyone(service), ledger, boardActor()).addEntry({
      companyId,
      amount: 1,
    });
    expect(await stateOf(service)).toMatch('"ok"');
    await service.stop();
  });

  it('waits for the migrations of its own version', async () => {
    const { client } = await stage.admin();
    const last = 'kit/0001_event_log.sql';
    await client.query('delete from migrations where name = $1', [last]);
    const service = await startsAfter(stage.env, /the migration kit\/0001_event_log.sql/, () =>
      client.query('insert into migrations (name, breaking) values ($1, false)', [last]),
    );
    expect(await stateOf(service)).toMatch('"ok"');
    await service.stop();
  });

  it('does not start on a schema that its version is incompatible with', async () => {
    const admin = await stage.admin();
    await none(
      admin,
      sql`
      insert into migrations (name, breaking) values ('service/9999_newer.sql', true)`,
    );
    await expect(startService(ledgerService, { ...stage.env })).rejects.toThrow('9999_newer');
    await none(admin, sql`delete from migrations where name = 'service/9999_newer.sql'`);
  });
});
