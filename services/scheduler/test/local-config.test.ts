import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  instructionsFile,
  workingDirectory,
} from '../src/agent-processes/adapters/local-config.ts';

describe('folders and files of a local agent', () => {
  let folder: string;
  const at = (...parts: string[]): string => join(folder, ...parts);
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-roots-')));
    for (const name of ['root/work', 'root-beside', 'home', 'elsewhere']) {
      mkdirSync(at(name), { recursive: true });
    }
    writeFileSync(at('root/AGENTS.md'), '');
    writeFileSync(at('elsewhere/AGENTS.md'), '');
    symlinkSync(at('elsewhere'), at('root/way-out'));
    symlinkSync(at('root/work'), at('elsewhere/way-in'));
    symlinkSync(at('root'), at('root-by-link'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const codeOf = (found: Awaited<ReturnType<typeof workingDirectory>>): string | null =>
    'fault' in found ? found.fault.errorCode : found.path;
  const cwd = async (name: string | null, roots: string[]) =>
    codeOf(await workingDirectory(name, at('home'), roots));

  it('may be anywhere without roots', async () => {
    expect(await cwd(at('elsewhere'), [])).toBe(at('elsewhere'));
    expect(await cwd(at('nowhere'), [])).toBe('cwd_missing');
    expect(await cwd(at('root/AGENTS.md'), [])).toBe('cwd_missing');
  });

  it.each([
    ['itself a root', 'root', 'root'],
    ['inside', 'root/work', 'root/work'],
    ['a link that leads inside', 'elsewhere/way-in', 'root/work'],
  ])('%s is where the roots allow it', async (_, name, real) => {
    expect(await cwd(at(name), [at('root')])).toBe(at(real));
    expect(await cwd(at(name), [at('root-by-link')])).toBe(at(real));
  });

  it.each([
    ['beside a root', 'root-beside'],
    ['above it', '.'],
    ['a link out of it', 'root/way-out'],
    ['dots out of it', 'root/../elsewhere'],
    ['nothing at all', 'elsewhere/no'],
  ])('%s is not', async (_, name) => {
    expect(await cwd(at(name), [at('root')])).toBe('cwd_outside_roots');
  });

  it('allow the own folder of the agent, and resolve relative paths in it', async () => {
    expect(await cwd(null, [at('root')])).toBe(at('home'));
    expect(await cwd('.', [at('root')])).toBe(at('home'));
    expect(await cwd('../elsewhere', [at('root')])).toBe('cwd_outside_roots');
    expect(await cwd('missing', [at('root')])).toBe('cwd_missing');
  });

  it('have to contain the instructions, which exist', async () => {
    const file = async (name: string | null, roots: string[]) =>
      codeOf(await instructionsFile(name, at('root/work'), at('home'), roots));
    expect(await file('../AGENTS.md', [at('root')])).toBe(at('root/AGENTS.md'));
    for (const name of [at('root/way-out/AGENTS.md'), '../../elsewhere/AGENTS.md']) {
      expect(await file(name, [at('root')])).toBe('instructions_outside_roots');
    }
    expect(await file('no.md', [at('root')])).toBe('instructions_missing');
    expect(await file('no.md', [])).toBe(at('root/work/no.md'));
    expect(await file(null, [at('root')])).toBe('');
  });
});
