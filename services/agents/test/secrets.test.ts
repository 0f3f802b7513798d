import type { Agent, agents, Secret } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import {
  agentActor,
  boardActor,
  openStage,
  planOf,
  serviceActor,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { listSecretRows } from '../src/store/secrets/secrets.ts';
import { aCompany, actorOf, anAgent } from './team.ts';

let stage: Stage<typeof agents>;
let companyId: string;
beforeAll(async () => {
  stage = await openStage(agentsService);
  ({ id: companyId } = await aCompany(stage));
});
afterAll(() => stage.close());

const user = boardActor();
const board = () => stage.as(user);
let made = 0;
const aSecret = (value = 'canary-value', name = `secret-${++made}`): Promise<Secret> =>
  board().createSecret({ companyId, name, value });
const using = (secretRef: string): Promise<Agent> =>
  anAgent(stage, companyId, { adapterConfig: { env: { KEY: { secretRef } } } });
const envOf = async ({ id: agentId }: Agent) =>
  (await stage.as(serviceActor()).getRunConfig({ agentId })).adapterConfig['env'];
const eventsOf = async ({ id }: Secret) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === id);

describe('createSecret', () => {
  it('stores it under its name and never answers the value', async () => {
    const secret = await aSecret('canary-value', 'github.token-1');
    expect(secret).toEqual({
      id: secret.id,
      companyId,
      name: 'github.token-1',
      agentId: null,
      version: 1,
      usedByAgentIds: [],
      createdByAgentId: null,
      createdByUserId: user.id,
      rotatedByUserId: null,
      createdAt: secret.createdAt,
      updatedAt: secret.createdAt,
    });
    expect(await eventsOf(secret)).toMatchObject([
      { type: 'secret.created', payload: { secretId: secret.id, name: secret.name, version: 1 } },
    ]);
    const [row] = await stage.db.run<object>({
      text: 'select * from secrets where id = $1',
      values: [secret.id],
    });
    expect(JSON.stringify([secret, row, await eventsOf(secret)])).not.toContain('canary');
    expect(await envOf(await using('GitHub.Token-1'))).toEqual({ KEY: 'canary-value' });
  });

  it('refuses a taken name, in any case, and an invalid one', async () => {
    await aSecret('one', 'Taken');
    await expect(aSecret('two', 'taken')).rejects.toMatchObject({
      code: 'name_taken',
      details: { field: 'name' },
    });
    for (const name of ['', 'two words', '-x', newId(), 'x'.repeat(101)]) {
      await expect(aSecret('value', name)).rejects.toMatchObject({ code: 'invalid_input' });
    }
    await expect(aSecret('', 'empty')).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['value'] }],
    });
  });

  it('is allowed to the board only', async () => {
    const ceo = await anAgent(stage, companyId, { role: 'ceo' });
    await expect(
      stage.as(actorOf(ceo)).createSecret({ companyId, name: 'n', value: 'v' }),
    ).rejects.toMatchObject({ code: 'board_only' });
  });

  it('stores nothing of the value for a repeat of the request', async () => {
    const client = stage.as(user, { idempotencyKey: newId() });
    const asking = { companyId, name: 'once', value: 'canary-once' };
    expect(await client.createSecret(asking)).toEqual(await client.createSecret(asking));
    const rows = await stage.db.run<object>({ text: 'select * from requests', values: [] });
    expect(JSON.stringify(rows)).not.toContain('canary');
  });
});

describe('rotateSecret', () => {
  it('gives later runs the new value through every reference', async () => {
    const secret = await aSecret('before');
    const agent = await using(secret.id);
    const rotated = await board().rotateSecret({
      companyId,
      secretId: secret.id,
      value: 'after',
      ifVersion: 1,
    });
    expect(rotated).toMatchObject({
      version: 2,
      rotatedByUserId: user.id,
      usedByAgentIds: [agent.id],
      name: secret.name,
    });
    expect(await envOf(agent)).toEqual({ KEY: 'after' });
    expect((await eventsOf(secret)).at(-1)).toMatchObject({
      type: 'secret.rotated',
      payload: { secretId: secret.id, version: 2 },
    });
  });

  it('does not bring an older value back with an older revision', async () => {
    const { id: secretId } = await aSecret('before');
    const agent = await using(secretId);
    const { id: agentId } = agent;
    await board().updateAgent({ agentId, adapterConfig: { env: {} } });
    await board().rotateSecret({ companyId, secretId, value: 'after' });
    const [, first] = await board().listConfigRevisions({ agentId });
    await board().rollBackConfig({ agentId, revisionId: first?.id ?? '' });
    expect(await envOf(agent)).toEqual({ KEY: 'after' });
  });

  it('refuses a stale version and an absent secret', async () => {
    const { id: secretId } = await aSecret();
    const rotate = (overrides: object) =>
      board().rotateSecret({ companyId, secretId, value: 'v', ...overrides });
    await expect(rotate({ ifVersion: 7 })).rejects.toMatchObject({ code: 'version_mismatch' });
    await expect(rotate({ secretId: newId() })).rejects.toMatchObject({ code: 'secret_not_found' });
    const { id: elsewhere } = await aCompany(stage);
    await expect(rotate({ companyId: elsewhere })).rejects.toMatchObject({
      code: 'secret_not_found',
    });
  });

  it('counts the versions of racing rotations and keeps the last value', async () => {
    const secret = await aSecret();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        board().rotateSecret({ companyId, secretId: secret.id, value: `value ${n}` }),
      ),
    );
    const [found] = (await board().listSecrets({ companyId })).filter(({ id }) => id === secret.id);
    expect(found?.version).toBe(9);
  });
});

describe('deleteSecret', () => {
  it('deletes an unused secret for good', async () => {
    const secret = await aSecret();
    const { id: secretId } = secret;
    const agent = await using(secretId);
    await expect(board().deleteSecret({ companyId, secretId })).rejects.toMatchObject({
      code: 'secret_in_use',
      details: { agentIds: [agent.id] },
    });
    await board().updateAgent({ agentId: agent.id, adapterConfig: { env: {} } });
    expect(await board().deleteSecret({ companyId, secretId })).toEqual(secret);
    expect((await eventsOf(secret)).at(-1)).toMatchObject({ type: 'secret.deleted' });
    const [, first] = await board().listConfigRevisions({ agentId: agent.id });
    await expect(
      board().rollBackConfig({ agentId: agent.id, revisionId: first?.id ?? '' }),
    ).rejects.toMatchObject({
      code: 'secret_deleted',
      details: { fields: ['adapterConfig.env.KEY'] },
    });
    await expect(using(secretId)).rejects.toMatchObject({
      code: 'secret_not_found',
      details: { field: 'adapterConfig.env.KEY' },
    });
    await expect(board().deleteSecret({ companyId, secretId })).rejects.toMatchObject({
      code: 'secret_not_found',
    });
  });

  it('does not count terminated agents as users', async () => {
    const { id: secretId } = await aSecret();
    const agent = await using(secretId);
    await board().terminateAgent({ agentId: agent.id });
    expect(await board().deleteSecret({ companyId, secretId })).toMatchObject({ id: secretId });
  });

  it('races a new use with one of two clear outcomes', async () => {
    for (let race = 0; race < 10; race += 1) {
      const { id: secretId } = await aSecret();
      const [use, deletion] = await Promise.allSettled([
        using(secretId),
        board().deleteSecret({ companyId, secretId }),
      ]);
      const codes = [use, deletion].flatMap((outcome) =>
        outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : [],
      );
      expect([['secret_not_found'], ['secret_in_use']]).toContainEqual(codes);
    }
  });
});

describe('listSecrets', () => {
  it('lists the secrets for the board and managers, page by page', async () => {
    const { id: own } = await aCompany(stage);
    const names = ['a', 'b', 'c'];
    for (const name of names) await board().createSecret({ companyId: own, name, value: name });
    const manager = await anAgent(stage, own, { role: 'cto' });
    const listed = await stage.as(actorOf(manager)).listSecrets({ companyId: own });
    expect(listed.map(({ name }) => name)).toEqual(names);
    expect(JSON.stringify(listed)).not.toContain('value');
    expect(
      await stage.as(boardActor({ companies: [own] })).listSecrets({
        companyId: own,
        limit: 2,
      }),
    ).toEqual(listed.slice(0, 2));
    const engineer = await anAgent(stage, own, { role: 'engineer' });
    await expect(stage.as(actorOf(engineer)).listSecrets({ companyId: own })).rejects.toMatchObject(
      { code: 'managers_only' },
    );
    await expect(
      stage.as(agentActor(newId())).listSecrets({ companyId: own }),
    ).rejects.toMatchObject({ code: 'company_not_found' });
  });

  it('reads a page of many secrets from an index', async () => {
    const { id: other } = await aCompany(stage);
    await stage.db.run({
      text: `insert into secrets (id, company_id, name, sealed, fingerprint)
        select gen_random_uuid(), case when n % 50 = 0 then $1::uuid else $2::uuid end,
          'filler-' || n, ''::bytea, ''::bytea from generate_series(1, 5000) n`,
      values: [companyId, other],
    });
    await stage.db.run({ text: 'analyze secrets', values: [] });
    const plan = await planOf(stage.db, (db) =>
      listSecretRows(db, companyId, { after: undefined, size: 100 }),
    );
    expect(plan).toContain('secrets_in_one_company');
    expect(plan).not.toContain('Seq Scan on secrets');
  });
});
