/** What a turn of Codex is waiting for: the answer of its provider, or a tool that runs. */
import { fieldsOf, nameOf, type Fields } from '../fields.ts';
import type { Seen } from '../line-report.ts';

type Turn = Pick<Seen, 'asks' | 'calls'>;

/** More than run at once. */
const CALLS_MAX = 20;

/** Its plan is open from its first line to the end of the turn. */
const LASTS_THE_TURN = 'todo_list';

/** After a line: the same object where it changes nothing. */
export function turnAfter(before: Turn, fields: Fields | undefined): Turn {
  const { asks, calls = [] } = before;
  const item = fieldsOf(fields?.['item']);
  const [id, kind] = [nameOf(item['id']) ?? '', nameOf(item['type']) ?? ''];
  const isInTurn = asks === true || calls.length > 0;
  switch (fields?.['type']) {
    case 'turn.started':
      return { asks: true };
    case 'turn.completed':
    case 'turn.failed':
      return isInTurn ? {} : before;
    case 'item.started':
      if (!isInTurn || kind === LASTS_THE_TURN) return before;
      return { calls: [...calls, [id, kind] as const].slice(-CALLS_MAX) };
    case 'item.completed': {
      if (!calls.some(([each]) => each === id)) return before;
      const others = calls.filter(([each]) => each !== id);
      return others.length > 0 ? { calls: others } : { asks: true };
    }
    default:
      return before;
  }
}
