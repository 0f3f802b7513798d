/** A session that an agent names in its output: its next run on the issue goes on with it. */

/** What stands on a command line later: no option, nothing odd, nothing long. */
const sessionId = /^[A-Za-z0-9][\w.:-]{0,199}$/;

/** The session that a line of output names: a JSON object with `sessionId` or `session_id`. */
export function sessionOfLine(line: string): string | undefined {
  const text = line.trim();
  if (!text.startsWith('{') || !/"session_?id"/i.test(text)) return undefined;
  const said = parse(text);
  if (typeof said !== 'object' || said === null) return undefined;
  const named = 'sessionId' in said ? said.sessionId
    : 'session_id' in said ? said.session_id : undefined;
  return typeof named === 'string' && sessionId.test(named) ? named : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
