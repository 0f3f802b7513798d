import { RuntimeConfig, type AgentConfig } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { showRevision } from './views.ts';

const config: AgentConfig = {
  name: 'Ada',
  role: 'engineer',
  title: null,
  icon: null,
  reportsTo: null,
  capabilities: null,
  adapterType: 'alpha_local',
  adapterConfig: { cwd: '/srv/ada', apiKey: 'real' },
  runtimeConfig: RuntimeConfig.parse({}),
  budgetMonthlyCents: 0,
  permissions: { canCreateAgents: false },
};

describe('showRevision', () => {
  it('masks the secrets of both configurations', () => {
    const revision = showRevision({
      id: '019aa000-0000-7000-8000-000000000001',
      agentId: '019aa000-0000-7000-8000-000000000002',
      number: 2,
      source: 'patch',
      changedKeys: ['adapterConfig'],
      beforeConfig: config,
      afterConfig: config,
      rolledBackFromRevisionId: null,
      createdByAgentId: null,
      createdByUserId: null,
      createdAt: '2026-11-20T18:00:00.000Z',
    });
    const masked = { cwd: '/srv/ada', apiKey: '***' };
    expect(revision.beforeConfig?.adapterConfig).toEqual(masked);
    expect(revision.afterConfig.adapterConfig).toEqual(masked);
  });
});
