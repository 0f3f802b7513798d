import { fieldsOf, stringOf, type Fields } from '../fields.ts';
import { usageOf } from '../usage/opencode-usage.ts';
import { callOf, jsonText, longText, word, type Step } from './step.ts';
import { sumOf } from './sum.ts';

export function opencodeSteps(fields: Fields): readonly Step[] {
  const part = fieldsOf(fields['part']);
  switch (fields['type']) {
    case 'step_start':
      return [{ kind: 'turn' }];
    case 'text':
    case 'reasoning': {
      const text = longText(part['text']);
      const by = fields['type'] === 'text' ? 'agent' : 'thought';
      return text.trim() === '' ? [] : [{ kind: 'said', by, text, goesOn: false }];
    }
    case 'tool_use':
      return [callIn(part)];
    case 'step_finish': {
      const used = sumOf([usageOf('', part)]);
      return used ? [{ kind: 'used', of: 'step', ...used }] : [];
    }
    default: {
      const error = fieldsOf(fields['error']);
      const text = longText(fieldsOf(error['data'])['message']) || word(error['name']);
      return [{ kind: 'noted', isTrouble: true, text: text || 'Failed without a message' }];
    }
  }
}

/** A call is printed when it has ended. */
function callIn(part: Fields): Step {
  const state = fieldsOf(part['state']);
  const call = callOf(part['callID'] ?? part['id'], part['tool'], state['input']);
  const isOk = stringOf(state['status']) !== 'error';
  const text = isOk ? jsonText(state['output']) : jsonText(state['error']);
  return { kind: 'answered', id: call.id, call, isOk, text };
}
