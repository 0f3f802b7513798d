/** Connections to Postgres: what autoscalers may start fits into what Postgres has, in every installation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workloads } from '../tables/workloads.ts';
import {
  chart,
  dataOf,
  documentsOf,
  helmNotes,
  helmTemplate,
  PROMETHEUS,
  rendered,
} from './chart.ts';
import { countConnections, poolSizes, SIGN_IN_CONNECTIONS } from './connections.ts';

const root = join(import.meta.dirname, '../..');
const replicas = (max: number) =>
  Object.fromEntries(workloads.map(({ name }) => [name, { replicas: { min: 1, max } }]));
const { database } = parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as {
  database: { maxConnections: number };
};
/** Of the sizes that the chart has. */
const required = countConnections(documentsOf('default'));

describe('the connections of all processes', () => {
  it.for(rendered)(
    'fit into the default of max_connections: $installation',
    ({ installation, documents }) => {
      const needed = countConnections(documents);
      expect(needed).toBeLessThanOrEqual(database.maxConnections);
      if (installation !== 'small') expect(needed).toBe(required);
    },
  );

  it('are those of smaller pools, the more replicas there may be', () => {
    const sizes = [1, 3, 5, 10, 100].map((max) => Number(poolSizes(max)['DB_POOL_MAX']));
    expect(sizes).toEqual([10, 10, 7, 4, 4]);
  });

  it('include those of the sign-in library in a gateway', () => {
    const source = readFileSync(
      join(root, 'services/gateway/src/identity/store/sign-in-pool.ts'),
      'utf8',
    );
    expect(source).toContain(`const CONNECTIONS_MAX = ${SIGN_IN_CONNECTIONS};`);
  });

  it.for([
    ['by default', {}],
    ['by late events', { autoscaling: 'lag', monitoring: { prometheusUrl: PROMETHEUS } }],
    ['without an autoscaler', { autoscaling: 'none' }],
    ['with few replicas', { services: replicas(2) }],
    [
      'with many replicas',
      { services: { gateway: { replicas: { max: 30 } } }, database: { maxConnections: 2_000 } },
    ],
    [
      'with pools of their own',
      {
        settings: { DB_POOL_MAX: '8', DB_READ_CONNECTIONS: '1' },
        services: { issues: { settings: { DB_POOL_MAX: '20' } } },
        database: { maxConnections: 2_000 },
      },
    ],
  ] as const)('are counted by the chart as they are: %s', ([, values]) => {
    const needed = countConnections(helmTemplate(values));
    expect(helmNotes(values)).toContain(`max_connections of ${needed} or more`);
  });

  it('shrink in the chart with the replicas that it is given', () => {
    const documents = helmTemplate({ services: replicas(2) });
    for (const { name } of workloads) {
      expect(dataOf(documents, `muster-pools-${name}`)).toEqual(poolSizes(2));
    }
  });
});

describe('fewer connections than the services may open', () => {
  it('are refused by the chart, which says how many they are', () => {
    const few = { database: { maxConnections: 300 } };
    expect(() => helmTemplate(few)).toThrow(
      `may open ${required} connections to Postgres, and database.maxConnections is 300`,
    );
    const values = { ...few, autoscaling: 'none', settings: { DB_POOL_MAX: '5' } };
    expect(countConnections(helmTemplate(values))).toBeLessThanOrEqual(300);
  });

  it('are refused where they are one too few, and not where they suffice', () => {
    expect(() => helmTemplate({ database: { maxConnections: required - 1 } })).toThrow('may open');
    expect(helmTemplate({ database: { maxConnections: required } }).length).toBeGreaterThan(0);
  });
});

describe('the page on installing', () => {
  const page = readFileSync(join(root, 'docs/operations/install.md'), 'utf8');

  it('says how many connections Postgres has to have, and for what', () => {
    expect(page).toContain(`need ${required} connections`);
    const ofTwo = countConnections(helmTemplate({ services: replicas(2) }));
    expect(page).toMatch(new RegExp(`two\\s+replicas of each service need ${ofTwo}\\.`));
    expect(page).toContain(`\`database.maxConnections\` of the chart (${database.maxConnections})`);
    for (const max of new Set(workloads.map((each) => each.replicas.max))) {
      const [transactions = '', reads = '', longReads = ''] = Object.values(poolSizes(max));
      expect(page).toMatch(
        new RegExp(`\\| ${max} \\| ${transactions} \\| ${reads} \\| ${longReads} \\|`),
      );
    }
  });
});
