import { describe, expect, it } from 'vitest';
import { folderOf, isAllowedFolder } from './allowed-folder.ts';

describe('isAllowedFolder', () => {
  it.each([
    ['/srv/shop', true],
    ['/srv/shop/', true],
    ['/srv/shop/api', true],
    ['/srv//shop/./api/..', true],
    ['/srv/shopping', false],
    ['/srv', false],
    ['/srv/shop/../../etc', false],
    ['shop', false],
    ['./srv/shop', false],
    ['', false],
  ])('%j in /srv/shop: %s', (folder, isAllowed) => {
    expect(isAllowedFolder(folder, ['/var/lib/notes', '/srv/shop'])).toBe(isAllowed);
  });

  it('takes a relative folder only as it is', () => {
    expect(isAllowedFolder('shop', ['shop'])).toBe(true);
    expect(isAllowedFolder('shop/api', ['shop'])).toBe(false);
  });
});

it('a hire without a folder asks for none', () => {
  expect(folderOf({ adapterConfig: {} })).toBeUndefined();
  expect(folderOf({ adapterConfig: { cwd: '' } })).toBeUndefined();
  expect(folderOf({ adapterConfig: { cwd: '/srv' } })).toBe('/srv');
});
