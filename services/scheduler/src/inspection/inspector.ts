/** What a run of an agent would find, looked at where the run would be started or called. */
import { agents, Refusal, type AgentCheck } from '@muster/contracts';
import { failed, outcomeOf, unknown } from '../domain/agent-check.ts';
import type { AgentToInspect, InspectAgent } from '../local-signals.ts';
import { writeRuns } from '../runs/run-transaction.ts';
import { inspectCalled } from './inspect-called.ts';
import { inspectLocal } from './inspect-local.ts';
import type { InspectorParts } from './inspector-parts.ts';

/** The answer to a request that comes again while it is worked on is that of the first. */
export function openInspector(parts: InspectorParts): InspectAgent {
  const underWay = new Map<string, { requestId: string; checks: Promise<AgentCheck[]> }>();
  return (agent) => {
    const { agentId, requestId } = agent;
    const before = underWay.get(agentId);
    if (before?.requestId === requestId) return before.checks;
    if (before) throw new Refusal('check_in_progress');
    const checks = inspectAndRecord(parts, agent).finally(() => underWay.delete(agentId));
    underWay.set(agentId, { requestId, checks });
    return checks;
  };
}

async function inspectAndRecord(
  parts: InspectorParts,
  asked: AgentToInspect,
): Promise<AgentCheck[]> {
  const checks = [...asked.known, ...(await inspect(parts, asked))];
  const { companyId, agentId, actor } = asked;
  await writeRuns(
    parts.runtime,
    async ({ emit }) =>
      emit('agent.checked', {
        companyId,
        entityId: agentId,
        payload: { agentId, ...outcomeOf(checks) },
      }),
    { actor },
    { companyId, resource: agentId },
  );
  return checks;
}

async function inspect(parts: InspectorParts, asked: AgentToInspect): Promise<AgentCheck[]> {
  const startedAt = performance.now();
  const { agentId, companyId } = asked;
  const config = await parts.runtime
    .clientFor(agents)
    .getRunConfig({ agentId })
    .catch(unlessStarted);
  if ('level' in config) return [config];
  if (config.companyId !== companyId) throw new Refusal('agent_not_found');
  const adapter = parts.chooseAdapter(config);
  switch (adapter.execution) {
    case 'local':
      return inspectLocal(parts, { asked, config, adapter, startedAt });
    case 'called':
      return inspectCalled(parts, config.adapterConfig);
    case 'remote':
      return [unknown('last_request')('The gateway knows it')];
    default:
      return adapter satisfies never;
  }
}

/** Refusals of a configuration that is stored and cannot be started. */
const ofConfiguration: readonly string[] = [
  'secret_not_found',
  'variable_not_allowed',
  'folder_not_allowed',
];

/** The message names what is wrong; the error of a run would be the same. */
function unlessStarted(error: unknown): AgentCheck {
  if (!(error instanceof Refusal)) throw error;
  const { code, message, details, hint } = error;
  if (!ofConfiguration.includes(code)) throw error;
  const { names } = Object(details) as { readonly names?: unknown };
  const named = Array.isArray(names) ? `${message}: ${names.join(', ')}` : message;
  return failed('configuration')(named, hint);
}
