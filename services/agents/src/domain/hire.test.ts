import { RuntimeConfig } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { hireForBoard, type NewAgent } from './hire.ts';

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

  it('cuts long texts and gives their length', () => {
    const excerpted = hireForBoard(hire({ adapterConfig: { promptTemplate: 'x'.repeat(5_000) } }));
    expect(JSON.stringify(excerpted)).toContain('x… (5000 characters)');
  });

  it('fits an event, whatever the configuration contains', () => {
    const wild = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [
        `${index}${'k'.repeat(300)}`,
        '\u0001'.repeat(90),
      ]),
    );
    const excerpted = hireForBoard(
      hire({
        capabilities: '\u0001'.repeat(60_000),
        adapterConfig: wild,
        metadata: wild,
        runtimeConfig: { ...RuntimeConfig.parse({}), ...wild },
      }),
    );
    expect(excerpted.adapterConfig).toMatchObject({ tooLargeToShow: true });
    expect(JSON.stringify(excerpted).length).toBeLessThan(HIRE_MAX_CHARS);
  });
});
