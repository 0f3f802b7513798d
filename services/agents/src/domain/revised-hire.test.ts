import { RuntimeConfig } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import type { AgentRow } from './agent.ts';
import { configOf, settingsOf } from './config.ts';
import { hireForBoard } from './hire.ts';
import { revisedHire } from './revised-hire.ts';

const prompt = 'p'.repeat(5_000);

const agent: AgentRow = {
  id: '019aa000-0000-7000-8000-000000000001',
  companyId: '019aa000-0000-7000-8000-000000000002',
  name: 'Ada',
  urlKey: 'ada',
  role: 'engineer',
  title: 'Engineer',
  icon: null,
  status: 'pending_approval',
  pauseReason: null,
  pausedAt: null,
  quotaHeldUntil: null,
  failing: null,
  reportsTo: null,
  capabilities: null,
  adapterType: 'process',
  adapterConfig: { command: 'node', apiKey: 'real', promptTemplate: prompt },
  runtimeConfig: RuntimeConfig.parse({ heartbeat: { enabled: true } }),
  canCreateAgents: false,
  budgetMonthlyCents: 0,
  spentMonthlyCents: 0,
  lastHeartbeatAt: null,
  metadata: {},
  createdAt: '2026-11-20T18:00:00.000Z',
  updatedAt: '2026-11-20T18:00:00.000Z',
  version: 1,
};

describe('revisedHire', () => {
  it('changes nothing if the hire is sent back as presented', () => {
    const presented = hireForBoard({ ...configOf(agent), metadata: agent.metadata });
    expect(revisedHire(agent, presented)).toEqual(settingsOf(agent));
  });

  it('changes the fields that were revised', () => {
    const { config } = revisedHire(agent, { name: 'Eve', title: null, budgetMonthlyCents: 5 });
    expect(config).toEqual({ ...configOf(agent), name: 'Eve', title: null, budgetMonthlyCents: 5 });
  });

  it('replaces open objects except masked values', () => {
    const presented = hireForBoard({ ...configOf(agent), metadata: {} });
    const { promptTemplate } = presented.adapterConfig as Record<string, unknown>;
    const { config } = revisedHire(agent, {
      adapterConfig: { apiKey: '***', promptTemplate, model: 'm' },
      runtimeConfig: {},
    });
    expect(config.adapterConfig).toEqual({ apiKey: 'real', promptTemplate: prompt, model: 'm' });
    expect(config.runtimeConfig).toEqual(RuntimeConfig.parse({}));
  });

  it('takes a cut text as it is: what the board reads is what runs', () => {
    const cut = `${prompt.slice(0, 2_000)}… (${prompt.length} characters)`;
    const { config } = revisedHire(agent, { adapterConfig: { promptTemplate: cut } });
    expect(config.adapterConfig).toEqual({ promptTemplate: cut });
  });

  it('ignores unknown fields and invalid values', () => {
    const revised = { status: 'idle', role: 'king', budgetMonthlyCents: -1, approvalId: 'x' };
    expect(revisedHire(agent, revised)).toEqual(settingsOf(agent));
  });
});
