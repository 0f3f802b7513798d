import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldNameOf } from '../calls/field-name.ts';
import { OWN_FLAGS } from '../calls/perform-call.ts';
import { findOperation, listOperations } from '../fields/field.ts';
import { loaders } from '../loaders.ts';
import { commands, globalFlags, groups } from './commands.ts';

const called = commands.filter(({ call }) => call !== undefined);
const stories = join(import.meta.dirname, '../../../e2e/cli');

describe('the table of commands', () => {
  it('has each command once, and does something by each', () => {
    expect(new Set(commands.map(({ path }) => path)).size).toBe(commands.length);
    for (const { path, call, does } of commands)
      expect([path, !call !== !does]).toEqual([path, true]);
  });

  it('is carried out by the files that there are', () => {
    expect(new Set(commands.flatMap(({ does }) => does ?? []))).toEqual(
      new Set(Object.keys(loaders)),
    );
  });

  it('says what each group of commands is about', () => {
    const nouns = commands
      .filter(({ path }) => path.includes(' '))
      .map(({ path }) => path.split(' ')[0]);
    expect(new Set(nouns)).toEqual(new Set(Object.keys(groups)));
  });

  it.each(called)('gives fields that the operation of $path has, and all that it needs', (spec) => {
    const { args = [], flags = [], call } = spec;
    const operation = findOperation(call?.operation ?? '');
    const names = operation?.fields.map(({ name }) => name) ?? [];
    const ownFlags = flags.filter(({ name }) => !OWN_FLAGS.has(name));
    const given = [...args, ...ownFlags].map(({ name, field }) => field ?? fieldNameOf(name));
    const fixed = Object.keys({ ...call?.fixed, ...call?.defaults });
    expect(names).toEqual(expect.arrayContaining([...given, ...fixed]));
    const all = new Set([...given, ...fixed, 'companyId', call?.hidden]);
    const needed = operation?.fields.filter(({ isRequired }) => isRequired) ?? [];
    expect(needed.filter(({ name }) => !all.has(name))).toEqual([]);
  });

  it('has no flag that is also one of every command, and no field that such a flag hides', () => {
    const names = new Set(globalFlags.map(({ name }) => name));
    const own = commands.flatMap(({ flags = [] }) => flags.map(({ name }) => name));
    expect(own.filter((name) => names.has(name))).toEqual([]);
    const fields = listOperations().flatMap(({ fields: all }) => all.map(({ name }) => name));
    expect(fields.filter((name) => names.has(name))).toEqual([]);
  });

  it('is tried out whole: a story runs each command', () => {
    const texts = readdirSync(stories).map((file) => readFileSync(join(stories, file), 'utf8'));
    const tried = ({ path }: { readonly path: string }): boolean =>
      texts.some(
        (text) => text.includes(`('${path}'`) || text.includes(`(\`${path.split(' ')[0]} \${`),
      );
    expect(commands.filter((spec) => !tried(spec)).map(({ path }) => path)).toEqual([]);
  });
});
