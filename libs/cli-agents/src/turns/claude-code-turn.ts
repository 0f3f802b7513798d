/** What a turn of Claude Code is waiting for: the answer of its provider, or tools that run. */
import { fieldsOf, listOf, nameOf, type Fields } from '../fields.ts';
import type { Seen } from '../line-report.ts';
import { waitingFor } from './turn.ts';

/** After a line of the main conversation: the same object where it changes nothing. */
export function turnAfter(seen: Seen, fields: Fields): Seen {
  // Of a sub-agent: the tool that it is goes on.
  if (nameOf(fields['parent_tool_use_id']) !== undefined) return seen;
  const blocks = listOf(fieldsOf(fields['message'])['content']).map(fieldsOf);
  const calls = seen.calls ?? [];
  if (fields['type'] === 'assistant') {
    const begun = blocks.flatMap(({ type, id, name }) =>
      type === 'tool_use' ? [[nameOf(id) ?? '', nameOf(name) ?? ''] as const] : [],
    );
    return begun.length === 0 && seen.asks ? seen : waitingFor(seen, [...calls, ...begun]);
  }
  const ended = blocks.flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id] : []));
  if (ended.length === 0) return seen;
  return waitingFor(
    seen,
    calls.filter(([id]) => !ended.includes(id)),
  );
}
