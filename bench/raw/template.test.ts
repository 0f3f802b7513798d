import { describe, expect, it } from 'vitest';
import { templateOf, valueOf } from './template.ts';

const ISSUE = '01a207fa-0ce2-7af4-bcfa-b34b6c085a6e';
const MADE = '01a207fa-13dd-7c1e-917e-79b2b2e4eb75';
const OTHER_MADE = '01a207fa-13e1-7fd1-b420-0b27babe3b4e';
const slots = new Map([
  [ISSUE, 'issueId'],
  ['BEN-23', 'identifier'],
]);
const given = () =>
  new Map([
    ['issueId', 'issue'],
    ['identifier', 'OTH-7'],
  ]);
const numbered = () => {
  let count = 0;
  return () => `new ${(count += 1)}`;
};

describe('a template', () => {
  it('puts the ids of another request where those of the sample were, also inside a text', () => {
    const template = templateOf(`{"id":"${ISSUE}","identifier":"BEN-23"}`, slots, new Map());
    expect(valueOf(template, given(), numbered())).toBe('{"id":"issue","identifier":"OTH-7"}');
  });

  it('gives an id that the request has made a new one, the same in all of its values', () => {
    const fresh = new Map<string, string>();
    const templates = [MADE, `agent:${MADE}`, OTHER_MADE].map((value) =>
      templateOf(value, slots, fresh),
    );
    const ids = given();
    const newId = numbered();
    expect(templates.map((template) => valueOf(template, ids, newId))).toEqual([
      'new 1',
      'agent:new 1',
      'new 2',
    ]);
  });

  it('makes new ids for each request', () => {
    const template = templateOf(MADE, slots, new Map());
    const newId = numbered();
    expect([valueOf(template, given(), newId), valueOf(template, given(), newId)]).toEqual([
      'new 1',
      'new 2',
    ]);
  });

  it('looks into lists', () => {
    const template = templateOf([[ISSUE], 'todo', 3], slots, new Map());
    expect(valueOf(template, given(), numbered())).toEqual([['issue'], 'todo', 3]);
  });

  it('keeps every other value as it is', () => {
    const date = new Date(0);
    for (const value of [null, 1, true, 'todo', date]) {
      const template = templateOf(value, slots, new Map());
      expect(valueOf(template, given(), numbered())).toBe(value);
    }
  });

  it('is refused a request that lacks an id of the sample', () => {
    const template = templateOf(ISSUE, slots, new Map());
    expect(() => valueOf(template, new Map(), numbered())).toThrow('nothing is given for issueId');
  });
});
