/** Whom the pods of the services may reach, and who reaches them. */
import { describe, expect, it } from 'vitest';
import { workloads } from '../tables/workloads.ts';
import { documentsOf, named } from './chart.ts';

const documents = documentsOf('default');

interface Peer {
  readonly namespaceSelector?: object;
  readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}
interface Rule {
  readonly to?: readonly Peer[];
  readonly from?: readonly Peer[];
  readonly ports: readonly { readonly protocol: string; readonly port: number }[];
}
interface Spec {
  readonly podSelector: object;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

const policyOf = (name: string): Spec =>
  (named(documents, 'NetworkPolicy', name) as unknown as { spec: Spec }).spec;

/** `monitoring:9090`, `nats:4222`, `internet:443`, `any:5432`. */
const described = (rules: readonly Rule[] = []): string[] =>
  rules
    .flatMap(({ to, from, ports }) =>
      ports.map(({ port }) => `${(to ?? from ?? []).map(peerOf).join('+') || 'any'}:${port}`),
    )
    .toSorted();

function peerOf({ namespaceSelector, podSelector, ipBlock }: Peer): string {
  if (ipBlock) return ipBlock.except ? 'internet' : ipBlock.cidr;
  if (podSelector) return podSelector.matchLabels['app.kubernetes.io/name'] ?? 'muster';
  return JSON.stringify(namespaceSelector).includes('muster.dev/monitoring')
    ? 'monitoring'
    : 'another namespace';
}

/** What calls addresses of others, and counts in Redis. */
const OUTWARD = ['gateway', 'scheduler'];

describe('the network policies of the services', () => {
  it('deny what no other one allows', () => {
    expect(policyOf('default-deny')).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  it.for(workloads.map(({ name }) => name))('let %s reach what it needs, and no more', (name) => {
    const { podSelector, policyTypes, ingress, egress } = policyOf(name);
    expect(podSelector).toEqual({
      matchLabels: { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'muster' },
    });
    expect(policyTypes).toEqual(['Ingress', 'Egress']);
    expect(described(ingress)).toEqual([
      ...(name === 'gateway' ? ['any:8080'] : []),
      'monitoring:9090',
    ]);
    expect(described(egress)).toEqual(
      [
        'any:5432',
        'monitoring:4318',
        'nats:4222',
        ...(OUTWARD.includes(name) ? ['any:6379', 'internet:443'] : []),
      ].toSorted(),
    );
  });

  it('let the setup job reach Postgres, and nobody reach the job', () => {
    expect(described(policyOf('setup').egress)).toEqual(['any:5432']);
    expect(policyOf('setup')).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
    expect(described(policyOf('setup').ingress)).toEqual([]);
  });

  it('let pods of Muster reach NATS, and its servers each other', () => {
    expect(described(policyOf('nats').ingress)).toEqual([
      'monitoring:9090',
      'muster:4222',
      'nats:6222',
    ]);
    expect(described(policyOf('nats').egress)).toEqual(['nats:6222']);
  });
});
