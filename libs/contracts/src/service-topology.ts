/**
 * Which service reacts to which, calls which and publishes what outside its event log. The
 * permissions of each service on NATS are made from this table, so it is declared and not derived;
 * the conformance tests compare it with the reactions of each service.
 */
import type { ServiceName } from './define.ts';
import type { RUN_LOG } from './scheduler/run-log.ts';

interface ServiceLinks {
  /** Producers of the events it reacts to; it also reads their logs when an event is missing. */
  readonly reactsTo: readonly ServiceName[];
  /** Operations of other services that it calls under its own name. */
  readonly calls: { readonly [service in ServiceName]?: readonly string[] };
  /** Live subjects it publishes on besides its events: not stored, for current subscribers only. */
  readonly publishes?: readonly string[];
}

/** The gateway also calls every public operation on behalf of its callers; see the contracts. */
export const serviceTopology: Readonly<Record<ServiceName, ServiceLinks>> = {
  agents: { reactsTo: ['approvals', 'billing', 'gateway', 'scheduler'], calls: {} },
  issues: {
    reactsTo: ['agents', 'approvals', 'billing', 'gateway', 'scheduler'],
    calls: { agents: ['recordErasure'] },
  },
  approvals: { reactsTo: ['agents', 'billing', 'issues'], calls: { agents: ['recordErasure'] } },
  billing: { reactsTo: ['agents', 'issues', 'scheduler'], calls: { agents: ['recordErasure'] } },
  scheduler: {
    reactsTo: ['agents', 'approvals', 'billing', 'issues'],
    calls: {
      agents: [
        'countAgentsInFolder',
        'getRunConfig',
        'getRunSkills',
        'locateAgent',
        'recordErasure',
      ],
      billing: ['reserveRun'],
      issues: ['getIssueCheckout'],
    },
    publishes: ['run.log' satisfies typeof RUN_LOG],
  },
  gateway: {
    reactsTo: ['agents', 'scheduler'],
    calls: { agents: ['locateAgent', 'recordErasure'], issues: ['endWaitBySignal', 'findFile'] },
  },
};
