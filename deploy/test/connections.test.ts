/** Connections to Postgres: what autoscalers may start fits into what Postgres has, in every installation. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import {
  fixedConnectionsOf,
  MAX_CONNECTIONS,
  poolSizes,
  poolsName,
  requiredConnections,
} from '../kubernetes/connections.ts';
import { countConnections } from '../kubernetes/count-connections.ts';
import { PROMETHEUS } from '../kubernetes/scaling.ts';
import { workloads } from '../kubernetes/workloads.ts';
import { helmTemplate } from './helm/chart.ts';
import { kustomize } from './kustomize.ts';

const root = join(import.meta.dirname, '../..');
const overlays = join(root, 'deploy/kubernetes/overlays');
const rendered = (values: object) => helmTemplate({ ...values }, { namespace: 'muster' });
const replicas = (max: number) =>
  Object.fromEntries(workloads.map(({ name }) => [name, { replicas: { min: 1, max } }]));

describe('the connections of all processes', () => {
  it.for(readdirSync(overlays))('fit into the default of max_connections: %s', (overlay) => {
    const needed = countConnections(kustomize(join(overlays, overlay)));
    expect(needed).toBeLessThanOrEqual(MAX_CONNECTIONS);
    if (overlay !== 'small') expect(needed).toBe(requiredConnections());
  });

  it('are those of smaller pools, the more replicas there may be', () => {
    const sizes = [1, 3, 5, 10, 100].map((max) => Number(poolSizes(max)['DB_POOL_MAX']));
    expect(sizes).toEqual([10, 10, 7, 4, 4]);
  });

  it('include those of the sign-in library in a gateway', () => {
    const source = readFileSync(
      join(root, 'services/gateway/src/identity/store/sign-in-pool.ts'),
      'utf8',
    );
    const [gateway, other] = workloads.map(fixedConnectionsOf);
    expect(source).toContain(`const CONNECTIONS_MAX = ${(gateway ?? 0) - (other ?? 0)};`);
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
    const { documents, notes } = rendered(values);
    expect(notes).toContain(`max_connections of ${countConnections(documents)} or more`);
  });

  it('shrink in the chart with the replicas that it is given', () => {
    const { documents } = rendered({ services: replicas(2) });
    for (const { name } of workloads) {
      expect(documents).toContainEqual(
        expect.objectContaining({
          kind: 'ConfigMap',
          metadata: expect.objectContaining({ name: poolsName(name) }),
          data: poolSizes(2),
        }),
      );
    }
  });
});

describe('fewer connections than the services may open', () => {
  it('are refused by the chart, which says how many they are', () => {
    const few = { database: { maxConnections: 300 } };
    expect(() => rendered(few)).toThrow(
      `may open ${requiredConnections()} connections to Postgres, and database.maxConnections is 300`,
    );
    const { documents } = rendered({ ...few, autoscaling: 'none', settings: { DB_POOL_MAX: '5' } });
    expect(countConnections(documents)).toBeLessThanOrEqual(300);
  });

  it('are refused for an overlay by a command, which says how many they are', () => {
    const input = kustomize(join(overlays, 'production'))
      .map((document) => stringify(document))
      .join('---\n');
    const count = (most: number) =>
      spawnSync(
        process.execPath,
        [join(root, 'deploy/kubernetes/count-connections.ts'), String(most)],
        {
          input,
          encoding: 'utf8',
        },
      );
    const needed = requiredConnections();
    expect(count(needed)).toMatchObject({ status: 0 });
    expect(count(needed - 1)).toMatchObject({
      status: 1,
      stdout: `max_connections has to be ${needed} or more\n`,
    });
  });
});

describe('the page on installing', () => {
  const page = readFileSync(join(root, 'docs/operations/install.md'), 'utf8');

  it('says how many connections Postgres has to have, and for what', () => {
    expect(page).toContain(`need ${requiredConnections()} connections`);
    const ofTwo = countConnections(rendered({ services: replicas(2) }).documents);
    expect(page).toMatch(new RegExp(`two\\s+replicas of each service need ${ofTwo}\\.`));
    expect(page).toContain(`\`database.maxConnections\` of the chart (${MAX_CONNECTIONS})`);
    for (const max of new Set(workloads.map((each) => each.replicas.max))) {
      const [transactions = '', reads = '', longReads = ''] = Object.values(poolSizes(max));
      expect(page).toMatch(
        new RegExp(`\\| ${max} \\| ${transactions} \\| ${reads} \\| ${longReads} \\|`),
      );
    }
  });
});
