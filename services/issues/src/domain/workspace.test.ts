import { describe, expect, it } from 'vitest';
import { primaryAfter, requireLocation, urlKeyOf, workspaceName } from './workspace.ts';

describe('requireLocation', () => {
  it('requires a directory or a repository', () => {
    expect(() => requireLocation({ cwd: null, repoUrl: null }, ['workspace'])).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: [
          {
            path: ['workspace', 'cwd'],
            code: 'custom',
            message: 'cwd or repoUrl is required',
          },
        ],
      }),
    );
    expect(() => requireLocation({ cwd: 'work', repoUrl: null })).not.toThrow();
  });
});

describe('workspaceName', () => {
  it.each([
    ['/srv/shop/', null, 'shop'],
    ['./shop', null, 'shop'],
    ['C:\\work\\shop', null, 'shop'],
    [null, 'https://example.com/acme/shop.git', 'shop'],
    [null, 'git@example.com:shop', 'shop'],
    ['/srv/a', 'https://example.com/b', 'a'],
    ['/', null, 'workspace'],
  ])('names %s %s %s', (cwd, repoUrl, name) => {
    expect(workspaceName({ cwd, repoUrl })).toBe(name);
  });
});

describe('primaryAfter', () => {
  const two = [
    { id: 'a', isPrimary: true },
    { id: 'b', isPrimary: false },
  ];

  it('has one primary after every change', () => {
    expect(primaryAfter([])).toBeUndefined();
    expect(primaryAfter(two)).toBe('a');
    expect(primaryAfter(two, { id: 'b', wants: true })).toBe('b');
    expect(primaryAfter(two, { id: 'b', wants: undefined })).toBe('a');
    expect(primaryAfter(two, { id: 'a', wants: false })).toBe('b');
    expect(primaryAfter([{ id: 'a', isPrimary: true }], { id: 'a', wants: false })).toBe('a');
    expect(
      primaryAfter([
        { id: 'b', isPrimary: false },
        { id: 'c', isPrimary: false },
      ]),
    ).toBe('b');
    expect(primaryAfter([{ id: 'a', isPrimary: false }], { id: 'a', wants: false })).toBe('a');
  });
});

describe('urlKeyOf', () => {
  it.each([
    ['Shop & Co.', 'shop-co'],
    ['  Über 2 ', 'ber-2'],
    ['—', 'project'],
  ])('makes %s %s', (name, key) => expect(urlKeyOf(name)).toBe(key));
});
