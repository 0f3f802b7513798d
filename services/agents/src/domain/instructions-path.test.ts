import { agents, refusals } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { pathKey, resolvedPath } from './instructions-path.ts';

const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });

describe('pathKey', () => {
  it.each(['alpha_local', 'beta_local'] as const)('is the default key of %s', (adapterType) => {
    expect(pathKey(adapterType, undefined)).toBe('instructionsFilePath');
  });

  it('leads from an adapter without a path to the text of its instructions', () => {
    const { http } = agents.operations.setInstructions;
    expect(refusals.not_a_path_key.hint).toMatch(new RegExp(`${http}$`));
  });

  it('accepts another key that the adapter declares as a path', () => {
    expect(pathKey('process', 'agentsMdPath')).toBe('agentsMdPath');
  });

  it.each([
    ['process', undefined],
    ['http', undefined],
    ['http', 'instructionsFilePath'],
    ['process', 'command'],
    ['alpha_local', 'args'],
    ['alpha_local', '__proto__'],
    ['remote', 'constructor'],
  ] as const)('refuses for %s the key %s', (adapterType, key) => {
    expect(() => pathKey(adapterType, key)).toThrow(refusal('not_a_path_key'));
  });
});

describe('resolvedPath', () => {
  it.each([
    ['/etc/agents/../a.md', undefined, '/etc/agents/../a.md'],
    ['AGENTS.md', '/srv/ada', '/srv/ada/AGENTS.md'],
    ['docs/./x/../AGENTS.md', '/srv/ada//', '/srv/ada/docs/AGENTS.md'],
    ['..md', '/', '/..md'],
  ])('resolves %s in %s to %s', (path, cwd, resolved) => {
    expect(resolvedPath(path, cwd)).toBe(resolved);
  });

  it.each([undefined, 'relative', '', 7])('needs an absolute cwd, not %j', (cwd) => {
    expect(() => resolvedPath('AGENTS.md', cwd)).toThrow(refusal('unusable_path'));
  });

  it.each(['..', '../x', 'a/../../x', './..', 'a/b/../../..'])(
    'refuses %s, which leaves cwd',
    (path) => {
      expect(() => resolvedPath(path, '/srv/ada')).toThrow(refusal('unusable_path'));
    },
  );
});
