/** Warnings of runs: about tools that a run was refused, and for services of the release before. */
import {
  REFUSED_TOOLS_MAX,
  type FormerRunWarning,
  type Run,
  type RunWarning,
} from '@muster/contracts';

/** `refused`: the name of a tool once for each time. */
export function warningsOf(refused: readonly string[] | undefined): readonly RunWarning[] {
  if (!refused || refused.length === 0) return [];
  const tools = [...new Set(refused)].slice(0, REFUSED_TOOLS_MAX);
  return [{ code: 'tools_refused', tools, count: refused.length }];
}

/** Those that a service of the release before knows: it refuses others. */
export const formerWarnings = ({ warnings = [] }: Pick<Run, 'warnings'>): FormerRunWarning[] =>
  warnings.flatMap(({ code, ...warning }) => (code === 'work_left' ? [] : [{ ...warning, code }]));
