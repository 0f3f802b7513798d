import { RuntimeConfig } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import type { AgentRow } from './agent.ts';
import { carriesWhatRuns, fieldsOfBoard, requireRightTo } from './board-fields.ts';
import { patchAgent, type AgentPatch } from './config.ts';
import { newAgentOf } from './hire.ts';

const companyId = '019aa000-0000-7000-8000-000000000002';
const [HELD, OTHER] = [
  '019aa000-0000-7000-8000-00000000000a',
  '019aa000-0000-7000-8000-00000000000b',
];

const agent: AgentRow = {
  id: '019aa000-0000-7000-8000-000000000001',
  companyId,
  name: 'Ada',
  urlKey: 'ada',
  role: 'engineer',
  title: null,
  icon: null,
  status: 'idle',
  pauseReason: null,
  pausedAt: null,
  quotaHeldUntil: null,
  failing: null,
  reportsTo: null,
  capabilities: null,
  adapterType: 'alpha_local',
  adapterConfig: {
    cwd: '/srv/ada',
    env: { KEY: { secretRef: HELD } },
    promptTemplate: `Use {{secret:${HELD}}}.`,
  },
  runtimeConfig: RuntimeConfig.parse({ extra: 1 }),
  canCreateAgents: false,
  budgetMonthlyCents: 1_000,
  spentMonthlyCents: 400,
  lastHeartbeatAt: null,
  metadata: {},
  createdAt: '2026-11-20T18:00:00.000Z',
  updatedAt: '2026-11-20T18:00:00.000Z',
  version: 1,
};
const ofBoard = (patch: AgentPatch) => fieldsOfBoard(agent, patchAgent(agent, patch));

describe('fieldsOfBoard', () => {
  const ofAgents: AgentPatch[] = [
    { name: 'Eve', role: 'qa', title: 'T', permissions: { canCreateAgents: true } },
    { adapterConfig: { promptTemplate: 'do', model: 'm', timeoutSec: 5, notes: 'n' } },
    { adapterConfig: { promptTemplate: `Still {{secret:${HELD}}}.`, instructionsFilePath: '/a' } },
    { adapterConfig: { cwd: '/srv/ada', env: { KEY: '***' } } },
    { runtimeConfig: { heartbeat: { enabled: true, intervalSec: 60 } } },
    { metadata: { any: 1 } },
    { budgetMonthlyCents: 999 },
    { budgetMonthlyCents: 400 },
  ];
  it.each(ofAgents)('leaves %j to managers', (patch) => {
    expect(ofBoard(patch)).toEqual([]);
  });

  const cases: [AgentPatch, string[]][] = [
    [{ adapterType: 'process' }, ['adapterType']],
    [
      { adapterConfig: { command: '/bin/sh', args: ['-c', 'id'] } },
      ['adapterConfig.args', 'adapterConfig.command'],
    ],
    [{ adapterConfig: { cwd: '/' } }, ['adapterConfig.cwd']],
    [{ adapterConfig: { cwd: null } }, ['adapterConfig.cwd']],
    [{ adapterConfig: { extraArgs: ['--yolo'] } }, ['adapterConfig.extraArgs']],
    [{ adapterConfig: { env: {} } }, ['adapterConfig.env']],
    [
      { adapterConfig: { url: 'https://evil.example', headers: {} } },
      ['adapterConfig.headers', 'adapterConfig.url'],
    ],
    [{ adapterConfig: { signingSecret: 'mine-mine-mine-mine' } }, ['adapterConfig.signingSecret']],
    [
      { adapterConfig: { promptTemplate: `{{secret:${OTHER}}}` } },
      ['adapterConfig.promptTemplate'],
    ],
    [{ adapterConfig: { model: `{{secret:${HELD}}}` } }, ['adapterConfig.model']],
    [{ runtimeConfig: { other: 2 } }, ['runtimeConfig.other']],
    [{ runtimeConfig: { extra: null } }, ['runtimeConfig.extra']],
    [{ metadata: { key: { secretRef: 'db' } } }, ['metadata.key']],
    [{ budgetMonthlyCents: 1_001 }, ['budgetMonthlyCents']],
    [{ budgetMonthlyCents: 399 }, ['budgetMonthlyCents']],
    [{ budgetMonthlyCents: 0 }, ['budgetMonthlyCents']],
  ];
  it.each(cases)('names what of %j only the board may change', (patch, fields) => {
    expect(ofBoard(patch)).toEqual(fields);
  });

  it('lets a manager set a limit where there is none', () => {
    const unlimited = { ...agent, budgetMonthlyCents: 0 };
    const wanted = (budgetMonthlyCents: number) =>
      fieldsOfBoard(unlimited, patchAgent(unlimited, { budgetMonthlyCents }));
    expect(wanted(400)).toEqual([]);
    expect(wanted(399)).toEqual(['budgetMonthlyCents']);
  });
});

describe('requireRightTo', () => {
  const command = patchAgent(agent, { adapterConfig: { command: 'sh' } });

  it('lets the board change everything', () => {
    expect(() => requireRightTo('board', agent, command)).not.toThrow();
  });

  it.each(['manager', 'self'] as const)('refuses what runs to %s', (authority) => {
    expect(() => requireRightTo(authority, agent, command)).toThrow(
      expect.objectContaining({ code: 'needs_board' }),
    );
  });

  it('refuses other fields to the agent itself only', () => {
    const named = patchAgent(agent, { name: 'Eve' });
    expect(() => requireRightTo('manager', agent, named)).not.toThrow();
    expect(() => requireRightTo('self', agent, named)).toThrow(
      expect.objectContaining({ code: 'fields_not_yours' }),
    );
  });
});

describe('carriesWhatRuns', () => {
  const hire = (fields: object) =>
    newAgentOf({
      companyId,
      name: 'Eve',
      role: 'general',
      adapterType: 'alpha_local',
      adapterConfig: {},
      runtimeConfig: RuntimeConfig.parse({}),
      permissions: { canCreateAgents: false },
      budgetMonthlyCents: 0,
      metadata: {},
      ...fields,
    });

  it.each([
    { adapterConfig: { cwd: '/srv', model: 'm', promptTemplate: 'p', instructionsFilePath: '/a' } },
    { runtimeConfig: RuntimeConfig.parse({ heartbeat: { enabled: true } }) },
    { adapterType: 'process' },
    { budgetMonthlyCents: 500, metadata: { a: 1 } },
  ])('is false for %j', (fields) => {
    expect(carriesWhatRuns(hire(fields))).toBe(false);
  });

  it.each([
    { adapterConfig: { command: 'node' } },
    { adapterConfig: { args: [] } },
    { adapterConfig: { env: { A: 'a' } } },
    { adapterConfig: { extraArgs: ['-x'] } },
    { adapterType: 'http', adapterConfig: { url: 'https://a.example' } },
    { adapterConfig: { promptTemplate: '{{secret:db}}' } },
    { metadata: { a: { secretRef: 'db' } } },
    { runtimeConfig: RuntimeConfig.parse({ other: 1 }) },
  ])('is true for %j', (fields) => {
    expect(carriesWhatRuns(hire(fields))).toBe(true);
  });
});
