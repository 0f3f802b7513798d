/** The alerts about events on their way to their effects. */
import { PARTITIONS } from '@muster/service-kit';
import { over, type Alert } from './alert.ts';

const taken = 'sum by (service) (muster_partitions_held)';

export const eventAlerts: readonly Alert[] = [
  {
    name: 'MusterEventsNotApplied',
    severity: 'page',
    for: '10m',
    ...over('max by (service, producer) (muster_oldest_unapplied_seconds)', 30),
    summary: '{{ $labels.service }} lags {{ $labels.producer }} by {{ $value | humanizeDuration }}',
  },
  {
    name: 'MusterReactionsLag',
    severity: 'ticket',
    for: '1h',
    ...over('max by (service) (muster_lagging_reactions)', 0),
    summary:
      '{{ $value }} reactions of {{ $labels.service }} are behind the others of their company',
  },
  {
    name: 'MusterPartitionsNotShared',
    severity: 'ticket',
    for: '5m',
    expr: `${taken} != ${PARTITIONS}`,
    watches: [taken],
    summary: `The processes of {{ $labels.service }} take the events of {{ $value }} partitions instead of ${PARTITIONS}`,
  },
  {
    name: 'MusterCompanyBlocked',
    severity: 'page',
    for: '5m',
    ...over('max by (service) (muster_companies_blocked)', 0),
    summary: 'A reaction of {{ $labels.service }} fails on an event of {{ $value }} companies',
  },
  {
    name: 'MusterDeadLetters',
    severity: 'ticket',
    for: '0m',
    ...over('max by (service) (muster_dead_letters_open)', 0),
    summary: '{{ $labels.service }} has {{ $value }} dead letters',
  },
  {
    name: 'MusterBulkEffectStalled',
    severity: 'ticket',
    for: '5m',
    ...over('max by (service) (muster_bulk_effects_stalled_seconds)', 300),
    summary:
      '{{ $labels.service }} has taken no step of a bulk effect for {{ $value | humanizeDuration }}',
  },
];
