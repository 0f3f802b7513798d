/** The warnings about tools that a run asked for and was refused, and about its tasks in the background. */
import type { LineReport } from '@muster/cli-agents';
import { REFUSED_TOOLS_MAX, type RunWarning } from '@muster/contracts';

/** `refused`: the name of a tool once for each time. */
export function warningsOf({
  refused = [],
  tasksStopped = 0,
}: Pick<LineReport, 'refused' | 'tasksStopped'>): readonly RunWarning[] {
  return [...refusals(refused), ...(tasksStopped > 0 ? [TASKS_STOPPED] : [])];
}

export const TASKS_STOPPED: RunWarning = { code: 'tasks_stopped' };

function refusals(refused: readonly string[]): readonly RunWarning[] {
  if (refused.length === 0) return [];
  const tools = [...new Set(refused)].slice(0, REFUSED_TOOLS_MAX);
  return [{ code: 'tools_refused', tools, count: refused.length }];
}
