import { describe, expect, it } from 'vitest';
import { differences, fieldLabel } from './differences.ts';

describe('the label of a field', () => {
  it.each([
    ['adapterConfig.env', 'Environment'],
    ['adapterConfig.env.TOKEN', 'Environment: TOKEN'],
    ['adapterConfig.headers.x-team.id', 'Headers: x-team.id'],
    ['runtimeConfig.heartbeat.intervalSec', 'Interval in seconds'],
    ['reportsTo', 'Manager'],
  ])('is words for %s', (path, label) => {
    expect(fieldLabel(path)).toBe(label);
  });
});

describe('differences', () => {
  it('are the leaves that changed, and null is as good as not set', () => {
    const before = { title: null, adapterConfig: { model: 'small', env: { TOKEN: 'a' } } };
    const after = { title: '', adapterConfig: { model: 'large', env: { TOKEN: 'a' } } };
    expect(differences(before, after)).toEqual([
      { path: 'adapterConfig.model', label: 'Model', before: 'small', after: 'large' },
    ]);
  });
});
