/**
 * Who listens to whom and who asks whom, beside what callers ask of the gateway. What a service may
 * do on NATS comes from this, so it is written down and not found out: the conformance tests hold
 * the reactions of each service against it.
 */
import type { ServiceName } from './define.ts';
import { RUN_LOG } from './live.ts';

interface Neighbours {
  /** Services whose events it reacts to, and whose logs it reads when one is missing. */
  readonly hears: readonly ServiceName[];
  /** Operations of others that it calls as itself. */
  readonly calls: { readonly [service in ServiceName]?: readonly string[] };
  /** What it tells whoever listens at that moment, beside its events. */
  readonly tells?: readonly string[];
}

/** The gateway asks on behalf of its callers, so what it may call comes from the contracts. */
export const neighbours: Readonly<Record<ServiceName, Neighbours>> = {
  agents: { hears: ['approvals', 'billing', 'gateway', 'scheduler'], calls: {} },
  issues: { hears: ['agents', 'approvals', 'gateway'], calls: {} },
  approvals: { hears: ['agents', 'billing', 'issues'], calls: {} },
  billing: { hears: ['agents', 'issues', 'scheduler'], calls: {} },
  scheduler: {
    hears: ['agents', 'approvals', 'billing', 'issues'],
    calls: { agents: ['getRunConfig'], billing: ['reserveRun'] },
    tells: [RUN_LOG],
  },
  gateway: { hears: ['agents', 'scheduler'], calls: {} },
};
