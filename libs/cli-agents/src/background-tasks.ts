/** Tasks that Claude Code runs in the background of a turn: how many are alive, and what stopped others. */
import { fieldsOf, listOf, nameOf, stringOf, type Fields } from './fields.ts';
import type { LineReport } from './line-report.ts';

/** More than any agent has at a time. */
const TASKS_MAX = 1_000;
const STOPPED: ReadonlySet<unknown> = new Set(['stopped', 'killed']);
/** Tools by which an agent stops a task of its own. */
const STOPPERS: ReadonlySet<string> = new Set(['KillShell', 'KillBash', 'TaskStop']);

/** How many tasks the tools of an answer ask to stop. */
export const stopsAskedIn = (message: Fields): number =>
  listOf(message['content'])
    .slice(0, TASKS_MAX)
    .map(fieldsOf)
    .filter(({ type, name }) => type === 'tool_use' && STOPPERS.has(stringOf(name) ?? '')).length;

/** The `system` lines about tasks; nothing where the line is about something else. */
export function tasksIn(fields: Fields, before: LineReport): LineReport | undefined {
  if (fields['subtype'] === 'background_tasks_changed') {
    return { tasks: Math.min(listOf(fields['tasks']).length, TASKS_MAX) };
  }
  if (fields['subtype'] !== 'task_notification' || !STOPPED.has(fields['status'])) return undefined;
  if (nameOf(fields['task_id']) === undefined) return undefined;
  const { stopping = 0, ...seen } = before.seen ?? {};
  if (stopping > 0) {
    return { seen: { ...seen, ...(stopping > 1 && { stopping: stopping - 1 }) } };
  }
  return { tasksStopped: Math.min((before.tasksStopped ?? 0) + 1, TASKS_MAX) };
}
