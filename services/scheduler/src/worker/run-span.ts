/** The span of a run. The agent's own requests continue under it. */
import type { Run } from '@muster/contracts';

/** One of the wake-ups is the parent; a run links to all of them. */
export const runSpan = (run: Run, wakes: readonly { readonly traceparent: string | null }[]) => ({
  name: 'run',
  kind: 'internal' as const,
  attributes: {
    'muster.run.id': run.id,
    'muster.agent.id': run.agentId,
    'muster.company.id': run.companyId,
    'muster.run.source': run.source,
    'muster.run.epoch': run.epoch,
  },
  links: wakes.flatMap(({ traceparent }) => (traceparent ? [traceparent] : [])),
});
