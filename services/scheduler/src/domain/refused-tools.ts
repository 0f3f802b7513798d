/** The warning about tools that a run asked for and was refused. */
import { REFUSED_TOOLS_MAX, type RunWarning } from '@muster/contracts';

/** `refused`: the name of a tool once for each time. */
export function warningsOf(refused: readonly string[] | undefined): readonly RunWarning[] {
  if (!refused || refused.length === 0) return [];
  const tools = [...new Set(refused)].slice(0, REFUSED_TOOLS_MAX);
  return [{ code: 'tools_refused', tools, count: refused.length }];
}
