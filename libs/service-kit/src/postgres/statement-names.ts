/**
 * Names of prepared statements, by their text. A connection keeps the plan of each name for ever, and
 * callers choose filters, which are part of the text: so a text is named when it has been used a few
 * times, and only so many are. Every other statement is sent without a name, and planned each time.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** More than all services have statements, which may share a process. */
const NAMES_MAX = 2_000;
/** Texts without a name whose uses are counted. */
const COUNTED_MAX = 1_000;
const USES_MIN = 3;

export interface StatementNames {
  /** Undefined: it is sent without a name. */
  of(text: string): string | undefined;
  count(): number;
}

export function openStatementNames(namesMax = NAMES_MAX): StatementNames {
  const names = new Map<string, string>();
  const uses = new LRUCache<string, number>({ max: COUNTED_MAX });
  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined || names.size >= namesMax) return known;
      const used = (uses.get(text) ?? 0) + 1;
      if (used < USES_MIN) {
        uses.set(text, used);
        return undefined;
      }
      uses.delete(text);
      const name = createHash('sha1').update(text).digest('base64url');
      names.set(text, name);
      return name;
    },
    count: () => names.size,
  };
}

/** Of this process: its connections to all schemas send the same texts. */
export const statementNames = openStatementNames();
