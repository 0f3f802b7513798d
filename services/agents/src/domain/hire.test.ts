import { Refusal, RuntimeConfig } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { hireForBoard, requireReadable, type NewAgent } from './hire.ts';

/** What an event has room for besides the agent's snapshot. */
const HIRE_MAX_CHARS = 50_000;

const hire = (overrides: Partial<NewAgent> = {}): NewAgent => ({
  name: 'Ada',
  role: 'engineer',
  title: null,
  icon: null,
  reportsTo: null,
  capabilities: null,
  adapterType: 'process',
  adapterConfig: {},
  runtimeConfig: RuntimeConfig.parse({}),
  permissions: { canCreateAgents: false },
  budgetMonthlyCents: 0,
  metadata: {},
  ...overrides,
});

describe('hireForBoard', () => {
  it('shows the hire without its secrets', () => {
    const adapterConfig = { model: 'm-1', apiKey: 'k', env: { ANYTHING: 'v' } };
    expect(hireForBoard(hire({ adapterConfig }))).toMatchObject({
      name: 'Ada',
      adapterConfig: { model: 'm-1', apiKey: '***', env: { ANYTHING: '***' } },
    });
  });

  it('cuts what is said about the agent, and gives its length', () => {
    const long = 'x'.repeat(5_000);
    const shown = hireForBoard(hire({ capabilities: long, metadata: { long } }));
    expect(shown.capabilities).toMatch(/^x{2000}… \(5000 characters\)$/);
    expect(shown.metadata).toEqual({ long: shown.capabilities });
  });

  it('shows whole what runs', () => {
    const adapterConfig = { command: '/bin/sh', args: ['-c', `${'x'.repeat(5_000)}; curl evil`] };
    expect(hireForBoard(hire({ adapterConfig })).adapterConfig).toEqual(adapterConfig);
  });
});

describe('requireReadable', () => {
  it('refuses a hire of which the board could not read everything that runs', () => {
    const config = { adapterConfig: { promptTemplate: 'x'.repeat(40_000) } };
    expect(() => requireReadable(hireForBoard(hire(config)))).toThrow(Refusal);
  });

  it('takes any other one, and it fits an event', () => {
    const wild = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`${index}${'k'.repeat(300)}`, 'v']),
    );
    const shown = hireForBoard(
      hire({
        capabilities: '\u0001'.repeat(60_000),
        adapterConfig: { promptTemplate: 'x'.repeat(20_000) },
        metadata: wild,
      }),
    );
    requireReadable(shown);
    expect(JSON.stringify(shown).length).toBeLessThan(HIRE_MAX_CHARS);
  });
});
