/**
 * The steps in a line of output, whichever program printed it. The shapes of the programs differ in their types and
 * the fields beside them, so a reader that begins in the middle of an output needs to know nothing before it.
 */
import { fieldsOf, fieldsOfLine, stringOf, type Fields } from '../fields.ts';
import { claudeCodeSteps } from './claude-code-steps.ts';
import { codexSteps } from './codex-steps.ts';
import { geminiCliSteps } from './gemini-cli-steps.ts';
import { opencodeSteps } from './opencode-steps.ts';
import { momentOf, type Step } from './step.ts';

/** Nothing where the line is of no program that is known. */
export function stepsOfLine(line: string): readonly Step[] | undefined {
  const fields = fieldsOfLine(line);
  const read = fields && readerOf(fields);
  if (!read) return undefined;
  const at = momentOf(fields);
  const steps = read(fields);
  return at === undefined ? steps : steps.map((step) => ({ ...step, at }));
}

function readerOf(fields: Fields): ((fields: Fields) => readonly Step[]) | undefined {
  const type = stringOf(fields['type']) ?? '';
  if (stringOf(fields['sessionID']) !== undefined)
    return OPENCODE.has(type) ? opencodeSteps : undefined;
  if (/^(?:thread|turn|item)\./.test(type)) return codexSteps;
  if (CLAUDE_CODE.has(type) && stringOf(fields['session_id']) !== undefined) return claudeCodeSteps;
  if (type === 'error') {
    if (stringOf(fields['severity']) !== undefined) return geminiCliSteps;
    return stringOf(fields['message']) === undefined ? undefined : codexSteps;
  }
  return isOfGeminiCli(type, fields) ? geminiCliSteps : undefined;
}

const OPENCODE = new Set(['step_start', 'text', 'reasoning', 'tool_use', 'step_finish', 'error']);
const CLAUDE_CODE = new Set(['system', 'assistant', 'user', 'result', 'rate_limit_event']);

function isOfGeminiCli(type: string, fields: Fields): boolean {
  switch (type) {
    case 'init':
      return stringOf(fields['session_id']) !== undefined;
    case 'message':
      return stringOf(fields['role']) !== undefined;
    case 'tool_use':
    case 'tool_result':
      return stringOf(fields['tool_id']) !== undefined;
    case 'result':
      return (
        Object.keys(fieldsOf(fields['stats'])).length > 0 ||
        stringOf(fields['status']) !== undefined
      );
    default:
      return false;
  }
}
