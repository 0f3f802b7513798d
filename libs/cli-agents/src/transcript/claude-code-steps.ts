import { modelsIn } from '../usage/claude-code-usage.ts';
import { fieldsOf, listOf, stringOf, type Fields } from '../fields.ts';
import { callOf, jsonText, longText, word, type Step } from './step.ts';
import { sumOf } from './sum.ts';

/** More parts than any message has. */
const PARTS_MAX = 100;

export function claudeCodeSteps(fields: Fields): readonly Step[] {
  switch (fields['type']) {
    case 'system':
      return noticeIn(fields);
    case 'assistant':
      return partsOf(fields).flatMap((part) => textsIn(part, isOfHelper(fields)));
    case 'user':
      return partsOf(fields).flatMap(answerIn);
    default:
      return resultIn(fields);
  }
}

const isOfHelper = (fields: Fields): boolean =>
  stringOf(fields['parent_tool_use_id']) !== undefined;

const partsOf = (fields: Fields): readonly Fields[] =>
  listOf(fieldsOf(fields['message'])['content']).slice(0, PARTS_MAX).map(fieldsOf);

function noticeIn(fields: Fields): readonly Step[] {
  if (fields['subtype'] !== 'init') return [];
  const model = word(fields['model']);
  const text = model === '' ? 'Session begins' : `Session begins with ${model}`;
  return [{ kind: 'noted', isTrouble: false, text }];
}

function textsIn(part: Fields, ofHelper: boolean): readonly Step[] {
  switch (part['type']) {
    case 'text': {
      const text = longText(part['text']);
      return text === ''
        ? []
        : [{ kind: 'said', by: ofHelper ? 'helper' : 'agent', text, goesOn: false }];
    }
    case 'thinking': {
      const text = longText(part['thinking']);
      return text === '' ? [] : [{ kind: 'said', by: 'thought', text, goesOn: false }];
    }
    case 'tool_use':
      return [
        {
          kind: 'called',
          isOfHelper: ofHelper,
          ...callOf(part['id'], part['name'], part['input']),
        },
      ];
    default:
      return [];
  }
}

function answerIn(part: Fields): readonly Step[] {
  if (part['type'] !== 'tool_result') return [];
  return [
    {
      kind: 'answered',
      id: word(part['tool_use_id']),
      isOk: part['is_error'] !== true,
      text: contentOf(part['content']),
    },
  ];
}

/** A text, or a list of parts of which the texts can be shown. */
function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return jsonText(content);
  const texts = listOf(content)
    .slice(0, PARTS_MAX)
    .map((part) => stringOf(fieldsOf(part)['text']) ?? `[${word(fieldsOf(part)['type'])}]`);
  return longText(texts.join('\n'));
}

function resultIn(fields: Fields): readonly Step[] {
  const used = sumOf(modelsIn(fields));
  const isOk = fields['is_error'] === false && fields['subtype'] === 'success';
  const errors = listOf(fields['errors'])
    .slice(0, PARTS_MAX)
    .flatMap((each) => stringOf(each) ?? []);
  const why = longText(fields['result']) || longText(errors.join('\n')) || word(fields['subtype']);
  return [
    ...(used ? [{ kind: 'used', of: 'session', ...used } as const] : []),
    ...(isOk ? [] : [{ kind: 'noted', isTrouble: true, text: why } as const]),
  ];
}
