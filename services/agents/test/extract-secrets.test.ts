import type { Agent, agents, Call } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, openStage, serviceActor, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, actorOf, anAgent, aReference } from './team.ts';

let stage: Stage<typeof agents>;
let companyId: string;
let ceo: Agent;
beforeAll(async () => {
  stage = await openStage(agentsService);
  ({ id: companyId } = await aCompany(stage));
  ceo = await anAgent(stage, companyId, { role: 'ceo' });
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
type NewAgent = Partial<Call<typeof agents, 'createAgent'>>;
const newAgent = (fields: NewAgent) => anAgent(stage, companyId, fields);
const runOf = ({ id: agentId }: Agent) => stage.as(serviceActor()).getRunConfig({ agentId });
const named = async (name: string, value: string): Promise<string> =>
  (await board().createSecret({ companyId, name, value })).id;
const refersTo = (secretRef: string) => ({ adapterConfig: { env: { K: { secretRef } } } });

/** Every row of every table, as text. */
// Positions in the log hold numbers only, and move after the request that wrote the event.
async function everything(): Promise<string> {
  const schema = stage.env['DB_SCHEMA'] ?? '';
  const tables = await stage.db.run<{ name: string }>({
    text: `select table_name as name from information_schema.tables
      where table_schema = $1 and table_type = 'BASE TABLE'
        and table_name not in ('relay_positions', 'cursors')`,
    values: [schema],
  });
  const rows = await Promise.all(
    tables.map(({ name }) =>
      stage.db.run<{ row: string }>({ text: `select t::text as row from ${name} t`, values: [] }),
    ),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

describe('a secret typed into a configuration', () => {
  const everywhere: NewAgent = {
    adapterType: 'alpha_local',
    adapterConfig: {
      apiKey: 'canary-1',
      note: 'sk-canary-2',
      env: { ANY: 'canary-3' },
      deep: [{ headers: { 'X-Any': 'canary-4' } }],
      promptTemplate: 'Use ghp_canary50123456789abc and postgres://u:canary-6@db/x.',
    },
    runtimeConfig: { heartbeat: { enabled: false }, token: 'canary-7' },
    metadata: { password: 'canary-8' },
  };

  it('is stored sealed only, and readable at the start of a run', async () => {
    const agent = await newAgent(everywhere);
    await stage.as(actorOf(ceo)).hireAgent({ companyId, name: 'Hired', ...everywhere });
    const { id: agentId } = agent;
    await board().updateAgent({
      agentId,
      adapterConfig: { apiKey: 'canary-9' },
      metadata: { secret: 'canary-10' },
    });
    const [newest] = await board().listConfigRevisions({ agentId });
    await board().updateAgent({ agentId, adapterConfig: { apiKey: null } });
    await board().rollBackConfig({ agentId, revisionId: newest?.id ?? '' });
    expect(await everything()).not.toContain('canary');
    expect(await runOf(agent)).toMatchObject({
      adapterConfig: { ...everywhere.adapterConfig, apiKey: 'canary-9' },
      runtimeConfig: { token: 'canary-7' },
    });
  });

  it('is hidden in the output of runs, except ordinary words among variables', async () => {
    const agent = await newAgent({
      adapterConfig: { password: 'horse', env: { APP_ENV: 'production', KEY: 'k3y' } },
    });
    expect((await runOf(agent)).hide.toSorted()).toEqual(['horse', 'k3y']);
  });

  it('stays the same if its reference, its mask or its value is sent back', async () => {
    const agent = await newAgent({ adapterConfig: { apiKey: 'same', env: { A: 'a', B: 'b' } } });
    const { id: agentId, adapterConfig } = agent;
    for (const patch of [
      adapterConfig,
      { apiKey: '***', env: { A: '***', B: '***' } },
      { apiKey: 'same' },
    ]) {
      expect(await board().updateAgent({ agentId, adapterConfig: patch })).toEqual(agent);
    }
    expect(await board().listConfigRevisions({ agentId })).toHaveLength(1);
  });

  it('is replaced by a changed value, and restored with its revision', async () => {
    const agent = await newAgent({ adapterConfig: { apiKey: 'first' } });
    const { id: agentId } = agent;
    const changed = await board().updateAgent({ agentId, adapterConfig: { apiKey: 'second' } });
    expect(changed.adapterConfig['apiKey']).toEqual(aReference);
    expect(changed.adapterConfig).not.toEqual(agent.adapterConfig);
    const [, first] = await board().listConfigRevisions({ agentId });
    await board().rollBackConfig({ agentId, revisionId: first?.id ?? '' });
    expect((await runOf(agent)).adapterConfig).toEqual({ apiKey: 'first' });
  });

  it('may be one of many', async () => {
    const names = Array.from({ length: 400 }, (_, n) => [`K${n}`, `value ${n}`]);
    const env = Object.fromEntries(names) as Record<string, string>;
    const agent = await newAgent({ adapterConfig: { env } });
    expect((await runOf(agent)).adapterConfig).toEqual({ env });
    expect(await board().updateAgent({ agentId: agent.id, adapterConfig: { env } })).toEqual(agent);
  });

  it('is refused on a command line without being stored', async () => {
    const before = await everything();
    for (const adapterConfig of [
      { command: 'x', args: ['--token', 'ghp_0123456789abcdefghij'] },
      { command: 'x', args: ['{{secret:any}}'], env: { A: 'stored?' } },
    ]) {
      await expect(newAgent({ adapterConfig })).rejects.toMatchObject({
        code: 'secret_in_command',
        details: { fields: [expect.stringMatching(/args/)] },
      });
    }
    expect(await everything()).toBe(before);
  });
});

describe('a reference', () => {
  it('may name a secret, whole or in a text, and is stored by its id', async () => {
    const id = await named('Db', 'pa55');
    const agent = await newAgent({
      adapterType: 'alpha_local',
      adapterConfig: {
        env: { URL: 'postgres://app:{{ secret:db }}@h/x', DB: { secretRef: 'DB' } },
        promptTemplate: 'It is {{secret:Db}}.',
      },
    });
    expect(agent.adapterConfig).toEqual({
      env: { URL: `postgres://app:{{secret:${id}}}@h/x`, DB: { secretRef: id } },
      promptTemplate: `It is {{secret:${id}}}.`,
    });
    expect((await runOf(agent)).adapterConfig).toEqual({
      env: { URL: 'postgres://app:pa55@h/x', DB: 'pa55' },
      promptTemplate: 'It is pa55.',
    });
  });

  it('to no secret, or to one of another company, is refused with its field', async () => {
    const { id: elsewhere } = await aCompany(stage);
    const foreign = await board().createSecret({ companyId: elsewhere, name: 'x', value: 'y' });
    for (const secretRef of ['nobody', newId(), foreign.id, 'x']) {
      await expect(newAgent(refersTo(secretRef))).rejects.toMatchObject({
        code: 'secret_not_found',
        details: { field: 'adapterConfig.env.K' },
      });
    }
    await expect(newAgent(refersTo('no name'))).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('to a secret typed into a configuration is allowed to that agent only', async () => {
    const owner = await newAgent({ adapterConfig: { env: { K: 'mine' } } });
    const { secretRef } = (owner.adapterConfig['env'] as { K: { secretRef: string } }).K;
    const report = await newAgent({ reportsTo: ceo.id });
    const asCeo = stage.as(actorOf(ceo));
    await expect(
      asCeo.updateAgent({ agentId: report.id, ...refersTo(secretRef) }),
    ).rejects.toMatchObject({
      code: 'needs_board',
      details: { fields: ['adapterConfig.env'] },
    });
    await expect(
      asCeo.hireAgent({ companyId, name: 'Spy', ...refersTo(secretRef) }),
    ).rejects.toMatchObject({ code: 'secret_not_found' });
    expect((await runOf(await newAgent(refersTo(secretRef)))).adapterConfig).toEqual({
      env: { K: 'mine' },
    });
  });

  it('is added by the board alone, and may be repeated and removed by agents', async () => {
    const id = await named('for-managers', 'value');
    const report = await newAgent({ reportsTo: ceo.id, adapterType: 'alpha_local' });
    const { id: agentId } = report;
    const promptTemplate = '{{secret:for-managers}}';
    const self = stage.as(actorOf(report));
    const asCeo = stage.as(actorOf(ceo));
    for (const caller of [self, asCeo]) {
      await expect(
        caller.updateAgent({ agentId, adapterConfig: { promptTemplate } }),
      ).rejects.toMatchObject({
        code: 'needs_board',
        details: { fields: ['adapterConfig.promptTemplate'] },
      });
    }
    await board().updateAgent({ agentId, adapterConfig: { promptTemplate } });
    // It may repeat a reference that it has, in another notation.
    const shown = `Use {{secret:${id}}} well.`;
    await self.updateAgent({ agentId, adapterConfig: { promptTemplate: shown } });
    expect((await runOf(report)).adapterConfig).toEqual({ promptTemplate: 'Use value well.' });
    await asCeo.updateAgent({ agentId, adapterConfig: { promptTemplate: null } });
    const [, before] = await board().listConfigRevisions({ agentId });
    for (const caller of [self, asCeo]) {
      await expect(
        caller.rollBackConfig({ agentId, revisionId: before?.id ?? '' }),
      ).rejects.toMatchObject({ code: 'needs_board' });
    }
  });
});
