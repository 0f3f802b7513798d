import { describe, expect, it } from 'vitest';
import { partsOf, textOfParts, textOfVariables, variablesOf } from './template-text.ts';

describe('parts of a routine', () => {
  it('have a name of their own and what they wait for, and are read as they were written', () => {
    const text = 'draft: Write it\nreview: Read it < draft\nSend it < draft, review';
    const parts = partsOf(text);
    expect(parts).toEqual([
      { key: 'draft', title: 'Write it' },
      { key: 'review', title: 'Read it', blockedBy: ['draft'] },
      { title: 'Send it', blockedBy: ['draft', 'review'] },
    ]);
    expect(textOfParts(parts)).toBe(text);
  });

  it('keep what a line does not say', () => {
    const before = [
      { key: 'draft', title: 'Write it', assigneeAgentId: 'ada', blockedBy: ['x'] },
      { title: 'Send it', priority: 'high' as const },
    ];
    expect(partsOf('draft: Write all of it\n\nSend it', before)).toEqual([
      { key: 'draft', title: 'Write all of it', assigneeAgentId: 'ada' },
      { title: 'Send it', priority: 'high' },
    ]);
  });

  it('may have a colon or a sign in their titles', () => {
    expect(partsOf('https://example.com is < 1 s late\nNote well: it is late')).toEqual([
      { title: 'https://example.com is < 1 s late' },
      { title: 'Note well: it is late' },
    ]);
  });
});

describe('variables of a routine', () => {
  it('are needed, or have a value already', () => {
    const text = 'city\nteam = Red = blue\nnote =';
    expect(variablesOf(text)).toEqual([
      { name: 'city', required: true },
      { name: 'team', required: false, default: 'Red = blue' },
      { name: 'note', required: false },
    ]);
    expect(textOfVariables(variablesOf(text))).toBe(text);
    expect(variablesOf('two words')).toBeUndefined();
  });
});
