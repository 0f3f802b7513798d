import { describe, expect, it } from 'vitest';
import { checkPrompt } from './prompt.ts';

type Type = 'alpha_local' | 'process';
const prompted = (promptTemplate: string | number, adapterType: Type = 'alpha_local') =>
  ({ adapterType, adapterConfig: { promptTemplate } });

describe('a prompt', () => {
  it.each([
    'Work on {{taskId}} as {{ agentId }}.', 'No braces.', '{{secret:db}} and {x} and {{a b}}', 7,
  ])('%j asks for what there is', (text) => {
    expect(() => checkPrompt(prompted(text))).not.toThrow();
  });

  it('with a placeholder that stands for nothing is refused by name', () => {
    expect(() => checkPrompt(prompted('{{taskId}} {{issueTitle}} {{constructor}}')))
      .toThrow(expect.objectContaining({
        code: 'invalid_input',
        details: [expect.objectContaining({
          path: ['adapterConfig', 'promptTemplate'],
          message: expect.stringMatching(/^no placeholder is called issueTitle, constructor;/),
        })],
      }));
  });

  it('that nobody renders, or that stays as it was, may be anything', () => {
    expect(() => checkPrompt(prompted('{{x}}', 'process'))).not.toThrow();
    expect(() => checkPrompt(prompted('{{x}}'), prompted('{{x}}'))).not.toThrow();
    expect(() => checkPrompt(prompted('{{x}}'), prompted('{{x}}', 'process'))).toThrow();
  });
});
