import { usageIn } from '../usage/codex-usage.ts';
import { fieldsOf, listOf, stringOf, type Fields } from '../fields.ts';
import { callOf, jsonText, longText, word, type Call, type Step } from './step.ts';
import { sumOf } from './sum.ts';

/** More files than one change has, and more points than a plan. */
const LIST_MAX = 200;

export function codexSteps(fields: Fields): readonly Step[] {
  const item = fieldsOf(fields['item']);
  switch (fields['type']) {
    case 'thread.started':
      return [{ kind: 'noted', isTrouble: false, text: 'Session begins' }];
    case 'turn.started':
      return [{ kind: 'turn' }];
    case 'item.started':
      return isCall(item) ? [{ kind: 'called', isOfHelper: false, ...callIn(item) }] : [];
    case 'item.completed':
      return isCall(item) ? [answerIn(item)] : textsIn(item);
    case 'turn.completed': {
      const used = sumOf(usageIn('', fieldsOf(fields['usage'])).models);
      return used ? [{ kind: 'used', of: 'session', ...used }] : [];
    }
    case 'turn.failed':
      return troubleOf(fieldsOf(fields['error'])['message']);
    case 'error':
      return troubleOf(fields['message']);
    default:
      return [];
  }
}

const CALLS = new Set([
  'command_execution',
  'file_change',
  'mcp_tool_call',
  'web_search',
  'collab_tool_call',
]);
const isCall = (item: Fields): boolean => CALLS.has(stringOf(item['type']) ?? '');

const troubleOf = (message: unknown): readonly Step[] => [
  { kind: 'noted', isTrouble: true, text: longText(message) || 'Failed without a message' },
];

function textsIn(item: Fields): readonly Step[] {
  const text = longText(item['text']);
  switch (item['type']) {
    case 'agent_message':
      return text === '' ? [] : [{ kind: 'said', by: 'agent', text, goesOn: false }];
    case 'reasoning':
      return text === '' ? [] : [{ kind: 'said', by: 'thought', text, goesOn: false }];
    case 'todo_list':
      return [{ kind: 'said', by: 'thought', text: planOf(item), goesOn: false }];
    case 'error':
      return troubleOf(item['message']);
    default:
      return [];
  }
}

const planOf = (item: Fields): string =>
  longText(
    listOf(item['items'])
      .slice(0, LIST_MAX)
      .map(fieldsOf)
      .map((point) => `- [${point['completed'] === true ? 'x' : ' '}] ${word(point['text'])}`)
      .join('\n'),
  );

function callIn(item: Fields): Call {
  const { id, type } = item;
  switch (type) {
    case 'command_execution':
      return {
        ...callOf(id, 'shell', { command: item['command'] }),
        input: longText(item['command']),
      };
    case 'file_change': {
      const files = listOf(item['changes'])
        .slice(0, LIST_MAX)
        .map((change) => word(fieldsOf(change)['path']))
        .filter((path) => path !== '');
      return { ...callOf(id, 'edit', {}), about: files.join(', '), files };
    }
    case 'mcp_tool_call':
      return callOf(id, `${word(item['server'])} ${word(item['tool'])}`, item['arguments']);
    default:
      return callOf(id, type, { query: item['query'] });
  }
}

/** The line has the whole item again, which counts where its begin is not known. */
function answerIn(item: Fields): Step {
  const code = item['exit_code'];
  const call = callIn(item);
  const output =
    longText(item['aggregated_output']) || jsonText(item['result']) || jsonText(item['error']);
  const ending = typeof code === 'number' && code !== 0 ? `exit code ${code}` : '';
  const isDeclined = item['status'] === 'declined';
  return {
    kind: 'answered',
    id: call.id,
    call,
    isOk: ending === '' && !isDeclined && item['status'] !== 'failed',
    text: [output, ending, isDeclined ? 'refused' : ''].filter((each) => each !== '').join('\n'),
  };
}
