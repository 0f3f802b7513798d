import { describe, expect, it } from 'vitest';
import { draftOf, patched, patchOf, type FormField } from './config-form.ts';
import { differences } from './differences.ts';

const field = (
  path: string,
  kind: FormField['kind'],
  more: Partial<FormField> = {},
): FormField => ({
  path: path.split('.'),
  kind,
  hint: '',
  required: false,
  ...more,
});
const fields = [
  field('name', 'text'),
  field('adapterConfig.args', 'lines'),
  field('adapterConfig.cwd', 'text'),
  field('adapterConfig.env', 'pairs'),
  field('adapterConfig.timeoutSec', 'number'),
  field('runtimeConfig.heartbeat.catchUp', 'choice', { isKept: true, fallback: 'one' }),
  field('runtimeConfig.heartbeat.enabled', 'switch', { fallback: 'false' }),
];
const agent = {
  name: 'Ada',
  version: 3,
  adapterConfig: { args: ['a', 'b'], cwd: '/srv', env: { A: '***', B: { secretRef: 'db' } } },
  runtimeConfig: { heartbeat: { enabled: true } },
};
const draft = draftOf(fields, agent);
const edited = (changes: Record<string, unknown>): unknown =>
  patchOf(fields, agent, { ...draft, ...(changes as typeof draft) });

describe('a form over an open object', () => {
  it('sends nothing where nothing was touched', () => {
    expect(patchOf(fields, agent, draft)).toBeUndefined();
    expect(patchOf(fields, {}, draftOf(fields, {}))).toBeUndefined();
  });

  it('sends touched keys only, in the kind of each field, and null for what was emptied', () => {
    const changes = {
      name: ' Ada L. ',
      'adapterConfig.args': 'x\ny z\n',
      'adapterConfig.cwd': '',
      'adapterConfig.timeoutSec': '60',
      'runtimeConfig.heartbeat.enabled': 'false',
    };
    expect(edited(changes)).toEqual({
      name: 'Ada L.',
      adapterConfig: { args: ['x', 'y z'], cwd: null, timeoutSec: 60 },
      runtimeConfig: { heartbeat: { enabled: false } },
    });
  });

  it('gives a key that cannot be taken away its fallback', () => {
    const now = { ...agent, runtimeConfig: { heartbeat: { catchUp: 'none' } } };
    const emptied = { ...draftOf(fields, now), 'runtimeConfig.heartbeat.catchUp': '' };
    expect(patchOf(fields, now, emptied)).toEqual({
      runtimeConfig: { heartbeat: { catchUp: 'one' } },
    });
  });

  it('sends stored secrets back masked and references as they were, beside what was typed', () => {
    const env = [
      ['A', '***'],
      ['B', '{{secret:db}}'],
      ['C', 'new'],
      ['', 'lost'],
    ];
    expect(edited({ 'adapterConfig.env': env })).toEqual({
      adapterConfig: { env: { A: '***', B: { secretRef: 'db' }, C: 'new' } },
    });
  });

  it('shows what a change makes of the object, leaf by leaf', () => {
    const patch = { adapterConfig: { cwd: null, timeoutSec: 60 } };
    const after = patched(fields, agent, patch);
    expect(after).toMatchObject({
      version: 3,
      adapterConfig: { args: ['a', 'b'], timeoutSec: 60 },
    });
    expect(differences(agent, after)).toEqual([
      { path: 'adapterConfig.cwd', label: 'Working folder', before: '/srv', after: undefined },
      {
        path: 'adapterConfig.timeoutSec',
        label: 'Timeout in seconds',
        before: undefined,
        after: '60',
      },
    ]);
  });
});

describe('an object that is there as a whole', () => {
  const whole = { isOfWhole: true };
  const ofProvider = [
    field('adapterConfig.provider.baseUrl', 'text', whole),
    field('adapterConfig.provider.auth', 'secret', whole),
    field('adapterConfig.provider.models', 'lines', whole),
  ];
  const provider = { baseUrl: 'https://a.example.com', auth: { secretRef: 'key' } };
  const sent = (changes: Record<string, string>): unknown => {
    const now = { adapterConfig: { provider } };
    return patchOf(ofProvider, now, { ...draftOf(ofProvider, now), ...changes });
  };
  const [address, key] = ['adapterConfig.provider.baseUrl', 'adapterConfig.provider.auth'];

  it('is sent whole, with what was not touched as it is', () => {
    const changed = { [address]: 'https://b.example.com', 'adapterConfig.provider.models': 'm' };
    expect(sent(changed)).toEqual({
      adapterConfig: { provider: { ...provider, baseUrl: 'https://b.example.com', models: ['m'] } },
    });
  });

  it('loses an emptied field, and is taken away when all are empty', () => {
    expect(sent({ [key]: '' })).toEqual({
      adapterConfig: { provider: { baseUrl: 'https://a.example.com' } },
    });
    expect(sent({ [key]: '', [address]: '' })).toEqual({ adapterConfig: { provider: null } });
  });
});
