import { describe, expect, it } from 'vitest';
import { suggested, typedMention, unknownMentions } from './mention-typing.ts';

const names = ['Ada', 'Ada Lovelace', 'Grace Hopper', 'Édith'];

describe('typedMention', () => {
  it('is what follows the last @ before the caret', () => {
    expect(typedMention('Ask @Gr', 7)).toEqual({ from: 5, name: 'Gr' });
    expect(typedMention('@', 1)).toEqual({ from: 1, name: '' });
    expect(typedMention('@Grace H and more', 8)).toEqual({ from: 1, name: 'Grace H' });
  });

  it('is nothing within a word, after a space or on another line', () => {
    expect(typedMention('ada@example', 11)).toBeUndefined();
    expect(typedMention('@ Ada', 5)).toBeUndefined();
    expect(typedMention('@Ada\nnext', 9)).toBeUndefined();
    expect(typedMention('nobody', 6)).toBeUndefined();
  });
});

describe('suggested', () => {
  it('begins with the names that begin so, and has those with such a word', () => {
    expect(suggested(names, 'a')).toEqual(['Ada', 'Ada Lovelace']);
    expect(suggested(names, 'hop')).toEqual(['Grace Hopper']);
    expect(suggested(names, 'éd')).toEqual(['Édith']);
  });

  it('has no name that is typed already', () => {
    expect(suggested(names, 'Ada')).toEqual(['Ada Lovelace']);
    expect(suggested(names, 'x')).toEqual([]);
  });
});

describe('unknownMentions', () => {
  it('names what is no agent, once', () => {
    expect(unknownMentions('@Nobody, ask @ada and @Nobody', names)).toEqual(['Nobody']);
    expect(unknownMentions('@Adam and @Grace', names)).toEqual(['Adam', 'Grace']);
  });

  it('leaves names, addresses and code alone', () => {
    expect(unknownMentions('@Grace Hopper: ada@example.com', names)).toEqual([]);
    expect(unknownMentions('`@Nobody`\n```\n@media print\n```', names)).toEqual([]);
  });
});
