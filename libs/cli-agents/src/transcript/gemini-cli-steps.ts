import { fieldsOf, stringOf, type Fields } from '../fields.ts';
import { usageIn } from '../usage/gemini-cli-usage.ts';
import { callOf, jsonText, longText, word, type Step } from './step.ts';
import { sumOf } from './sum.ts';

export function geminiCliSteps(fields: Fields): readonly Step[] {
  switch (fields['type']) {
    case 'init': {
      const model = word(fields['model']);
      const text = model === '' ? 'Session begins' : `Session begins with ${model}`;
      return [{ kind: 'noted', isTrouble: false, text }];
    }
    case 'message': {
      const text = longText(fields['content']);
      if (fields['role'] !== 'assistant' || text === '') return [];
      // Texts come in pieces.
      return [{ kind: 'said', by: 'agent', text, goesOn: fields['delta'] === true }];
    }
    case 'tool_use': {
      const call = callOf(fields['tool_id'], fields['tool_name'], fields['parameters']);
      return [{ kind: 'called', isOfHelper: false, ...call }];
    }
    case 'tool_result': {
      const message = fieldsOf(fields['error'])['message'];
      const text = jsonText(fields['output']) || longText(message);
      const isOk = fields['status'] === 'success';
      return [{ kind: 'answered', id: word(fields['tool_id']), isOk, text }];
    }
    case 'error':
      return [
        {
          kind: 'noted',
          isTrouble: stringOf(fields['severity']) !== 'warning',
          text: longText(fields['message']),
        },
      ];
    default:
      return resultIn(fields);
  }
}

function resultIn(fields: Fields): readonly Step[] {
  const used = sumOf(usageIn(fieldsOf(fieldsOf(fields['stats'])['models']))?.models ?? []);
  const why = longText(fieldsOf(fields['error'])['message']) || word(fields['status']);
  return [
    ...(used ? [{ kind: 'used', of: 'run', ...used } as const] : []),
    ...(fields['status'] === 'success'
      ? []
      : [{ kind: 'noted', isTrouble: true, text: why } as const]),
  ];
}
