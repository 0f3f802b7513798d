import { RuntimeConfig } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import type { AgentRow } from './agent.ts';
import { fieldsNotOwn, patchAgent, settingsOf } from './config.ts';

const agent = (overrides: Partial<AgentRow> = {}): AgentRow => ({
  id: '019aa000-0000-7000-8000-000000000001',
  companyId: '019aa000-0000-7000-8000-000000000002',
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
  adapterConfig: { cwd: '/srv/ada', apiKey: 'real' },
  runtimeConfig: RuntimeConfig.parse({ heartbeat: { enabled: true, intervalSec: 60 }, extra: 1 }),
  canCreateAgents: false,
  budgetMonthlyCents: 0,
  spentMonthlyCents: 0,
  lastHeartbeatAt: null,
  metadata: { team: 'a' },
  createdAt: '2026-11-20T18:00:00.000Z',
  updatedAt: '2026-11-20T18:00:00.000Z',
  version: 1,
  ...overrides,
});

describe('patchAgent', () => {
  it('changes nothing with an empty patch', () => {
    expect(patchAgent(agent(), {})).toEqual(settingsOf(agent()));
  });

  it('merges the open objects by key', () => {
    const { config } = patchAgent(agent(), {
      adapterConfig: { model: 'm', apiKey: '***' },
      runtimeConfig: { heartbeat: { enabled: false } },
    });
    expect(config.adapterConfig).toEqual({ cwd: '/srv/ada', apiKey: 'real', model: 'm' });
    expect(config.runtimeConfig).toEqual({
      heartbeat: { enabled: false, intervalSec: 60, wakeOnDemand: true, maxConcurrentRuns: 1 },
      extra: 1,
    });
  });

  it('replaces metadata', () => {
    expect(patchAgent(agent(), { metadata: { other: 1 } }).metadata).toEqual({ other: 1 });
  });
});

describe('fieldsNotOwn', () => {
  it.each([
    { title: 'Engineer' },
    { icon: 'bot' as const },
    { capabilities: 'all' },
    { adapterConfig: { promptTemplate: 'do' } },
    { adapterConfig: { instructionsFilePath: '/a' } },
    { role: 'engineer' as const, adapterConfig: { cwd: '/srv/ada' } },
  ])('lets an agent change its own %j', (patch) => {
    expect(fieldsNotOwn(agent(), patchAgent(agent(), patch))).toEqual([]);
  });

  it.each([
    [{ name: 'Eve' }, ['name']],
    [{ role: 'ceo' as const }, ['role']],
    [{ budgetMonthlyCents: 1 }, ['budgetMonthlyCents']],
    [{ permissions: { canCreateAgents: true } }, ['permissions']],
    [{ reportsTo: '019aa000-0000-7000-8000-000000000009' }, ['reportsTo']],
    [{ adapterType: 'process' as const }, ['adapterType']],
    [{ adapterConfig: { command: 'sh', env: {} } }, ['adapterConfig.command', 'adapterConfig.env']],
    [{ adapterConfig: { cwd: null } }, ['adapterConfig.cwd']],
    [{ runtimeConfig: { heartbeat: { enabled: false } } }, ['runtimeConfig']],
    [{ metadata: {} }, ['metadata']],
  ])('names the fields of %j that an agent may not change itself', (patch, fields) => {
    expect(fieldsNotOwn(agent(), patchAgent(agent(), patch))).toEqual(fields);
  });
});
