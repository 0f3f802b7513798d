import { describe, expect, it } from 'vitest';
import { requireKnownPlaceholders } from './prompt.ts';

type Type = 'alpha_local' | 'process';
const prompted = (promptTemplate: string | number, adapterType: Type = 'alpha_local') => ({
  adapterType,
  adapterConfig: { promptTemplate },
});

describe('a prompt', () => {
  it.each([
    'Work on {{taskId}} as {{ agentId }}.',
    'No braces.',
    '{{secret:db}} and {x} and {{a b}}',
    7,
  ])('%j has known placeholders only', (text) => {
    expect(() => requireKnownPlaceholders(prompted(text))).not.toThrow();
  });

  it('with unknown placeholders is refused with their names', () => {
    expect(() =>
      requireKnownPlaceholders(prompted('{{taskId}} {{issueTitle}} {{constructor}}')),
    ).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: [
          expect.objectContaining({
            path: ['adapterConfig', 'promptTemplate'],
            message: expect.stringMatching(/^no placeholder is called issueTitle, constructor;/),
          }),
        ],
      }),
    );
  });

  it('that is not rendered, or has not changed, may contain anything', () => {
    expect(() => requireKnownPlaceholders(prompted('{{x}}', 'process'))).not.toThrow();
    expect(() => requireKnownPlaceholders(prompted('{{x}}'), prompted('{{x}}'))).not.toThrow();
    expect(() =>
      requireKnownPlaceholders(prompted('{{x}}'), prompted('{{x}}', 'process')),
    ).toThrow();
  });
});
