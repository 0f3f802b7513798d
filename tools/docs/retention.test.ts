/** Every table of every schema has a fate, and those that are said to be aged are. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { erasedOtherwise, kitTables, serviceTables, type Fate } from './retention-tables.ts';
import { readSources } from './sources.ts';

const root = join(import.meta.dirname, '../..');
const sources = await readSources();

const tablesIn = (text: string): string[] =>
  [...text.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, name = '']) => name);

/** That `schema.sql` is what the migrations make is tested on a real server, by each service. */
const schemaOf = (service: string): string[] =>
  tablesIn(readFileSync(join(root, 'services', service, 'schema.sql'), 'utf8'));

/** The first of the migrations make the table of migrations themselves. */
const kitSchema = [
  'migrations',
  ...globSync('libs/service-kit/migrations/*.sql', { cwd: root }).flatMap((path) =>
    tablesIn(readFileSync(join(root, path), 'utf8')),
  ),
];

/** The tables without a `company_id`, which the worker of an erasure does not see. */
const withoutCompany = (text: string): string[] =>
  [...text.matchAll(/^create table (?:if not exists )?(\w+) \(([\s\S]*?)^\s*\)/gm)]
    .filter(([, , columns = '']) => !/^\s*company_id uuid/m.test(columns))
    .map(([, name = '']) => name);

const agedOf = (tables: Readonly<Record<string, Fate>>): string[] =>
  Object.entries(tables)
    .filter(([, fate]) => 'aged' in fate)
    .map(([name]) => name)
    .toSorted();

describe('what becomes of the rows', () => {
  it.each(sources.services.map(({ contract }) => contract.name))(
    'is said for each table of %s, and for no other',
    (service) => {
      const own = schemaOf(service).filter((name) => !(name in kitTables));
      expect(Object.keys(serviceTables[service] ?? {}).toSorted()).toEqual(own.toSorted());
    },
  );

  it('is said for each table that all services have', () => {
    expect(Object.keys(kitTables).toSorted()).toEqual(kitSchema.toSorted());
  });

  it.each(sources.services)(
    'is that old ones are deleted where it says so: $contract.name',
    (own) => {
      const deleted = new Set((own.agedRows ?? []).map(({ table }) => table));
      expect(agedOf(serviceTables[own.contract.name] ?? {})).toEqual([...deleted].toSorted());
    },
  );

  it('is that answers to requests are deleted', () => {
    expect(agedOf(kitTables)).toEqual(['refused_requests', 'requests']);
  });
});

describe('what an erased company takes', () => {
  it.each(sources.services.map(({ contract }) => contract.name))(
    'is said for each table of %s that does not name its company',
    (service) => {
      const text = readFileSync(join(root, 'services', service, 'schema.sql'), 'utf8');
      const known = { ...erasedOtherwise['each'], ...erasedOtherwise[service] };
      expect(withoutCompany(text).filter((name) => !(name in known))).toEqual([]);
    },
  );

  it('is said for each such table that all services have', () => {
    const texts = globSync('libs/service-kit/migrations/*.sql', { cwd: root }).map((path) =>
      readFileSync(join(root, path), 'utf8'),
    );
    const known = Object.keys(erasedOtherwise['each'] ?? {});
    expect(texts.flatMap(withoutCompany).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('is said of no table that there is not', () => {
    const { each = {}, ...others } = erasedOtherwise;
    expect(Object.keys(each).filter((name) => !(name in kitTables))).toEqual([]);
    for (const [service, own] of Object.entries(others)) {
      const unknown = Object.keys(own).filter((name) => !(name in (serviceTables[service] ?? {})));
      expect(unknown).toEqual([]);
    }
  });
});
