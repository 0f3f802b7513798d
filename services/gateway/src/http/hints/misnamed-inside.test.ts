import { agents } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { misnamedInside, namesBeside, namesIn, type NestedNames } from './misnamed-inside.ts';

const namesOf = (schema: z.ZodObject): NestedNames => namesIn(schema) as NestedNames;
const ofAgent = namesOf(agents.operations.updateAgent.input);
const steps = namesOf(z.object({ steps: z.array(z.object({ command: z.string() })).optional() }));

describe('misnamedInside', () => {
  it.each([
    ['runtimeConfig.heartbeat.intervalSecs', 'intervalSec'],
    ['runtimeConfig.heartbeat.interval', 'intervalSec'],
    ['runtimeConfig.believeUnmarkedLine', 'believeUnmarkedLines'],
    ['permissions.canCreateAgent', 'canCreateAgents'],
    ['adapterConfig.comand', 'command'],
    ['adapterConfig.timeout', 'timeoutSec'],
  ])('takes %s for %s', (name, nearest) => {
    const path = name.split('.');
    const given = path.reduceRight<unknown>((value, key) => ({ [key]: value }), 1);
    expect(misnamedInside(ofAgent, given)).toMatchObject([{ path, nearest }]);
  });

  it('looks into each object of a list', () => {
    const given = { steps: [{ command: 'a' }, { comand: 'b' }] };
    expect(misnamedInside(steps, given)).toMatchObject([{ path: ['steps', '1', 'comand'] }]);
  });

  it.each([
    [
      'that the object has under their right name too',
      { runtimeConfig: { heartbeat: { intervalSec: 60, interval: 60 } } },
    ],
    ['of the body itself, which are looked at before', { adapterTyp: 'process' }],
    [
      'of objects whose names are free',
      { metadata: { comand: 'x' }, adapterConfig: { env: { COMAND: 'x' } } },
    ],
    [
      'of adapters of other systems',
      { adapterConfig: { mode: 'plan', dangerouslySkipPermissions: true } },
    ],
    ['of the adapter of the agent', { adapterType: 'http', adapterConfig: { comand: 'x' } }],
    ['that are removed', { adapterConfig: { comand: null } }],
  ])('takes no fields %s', (_, given) => {
    expect(misnamedInside(ofAgent, given)).toEqual([]);
  });
});

describe('namesBeside', () => {
  it('has the names of the object that a field is in', () => {
    expect(namesBeside(ofAgent, 'runtimeConfig.heartbeat.x')).toContain('intervalSec');
    expect(namesBeside(ofAgent, 'x')).toContain('runtimeConfig');
    expect(namesBeside(steps, 'steps.0.x')).toEqual(['command']);
    expect(namesBeside(ofAgent, 'metadata.x.y')).toEqual([]);
  });
});
