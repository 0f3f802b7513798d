import { expect, it } from 'vitest';
import { draftOf, patched, patchOf } from './config-form.ts';
import { payloadFields } from './payload-fields.ts';

it('has a field for each leaf of a request, and keeps what is not touched', () => {
  const payload = {
    name: 'Lin',
    capabilities: 'One\nTwo',
    budgetMonthlyCents: 100,
    agentId: 'a',
    reportsTo: null,
    adapterConfig: { command: 'node', args: ['a.js'], env: { TOKEN: '***' }, odd: [1] },
    permissions: { canCreateAgents: false },
  };
  const fields = payloadFields(payload);
  expect(fields.map(({ path, kind }) => `${path.join('.')}: ${kind}`)).toEqual([
    'name: text',
    'capabilities: long',
    'budgetMonthlyCents: number',
    'reportsTo: agent',
    'adapterConfig.command: text',
    'adapterConfig.args: lines',
    'adapterConfig.env.TOKEN: text',
    'permissions.canCreateAgents: switch',
  ]);
  const draft = { ...draftOf(fields, payload), name: 'Ida', 'adapterConfig.args': 'a.js\n-v' };
  const patch = patchOf(fields, payload, draft) ?? {};
  expect(patched(fields, payload, patch)).toEqual({
    ...payload,
    name: 'Ida',
    adapterConfig: { ...payload.adapterConfig, args: ['a.js', '-v'] },
  });
});
