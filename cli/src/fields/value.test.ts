import { describe, expect, it } from 'vitest';
import { findOperation } from './field.ts';
import { valueOf } from './value.ts';

const valueIn = (operation: string, name: string, ...texts: string[]): unknown => {
  const field = findOperation(operation)?.fields.find((each) => each.name === name);
  if (!field) throw new Error(`${operation} has no ${name}`);
  return valueOf(field, texts);
};

describe('a value of a field', () => {
  it.each([
    ['createIssue', 'title', ['5'], '5'],
    ['createIssue', 'description', ['null'], null],
    ['createIssue', 'labelIds', ['a,b', 'c'], ['a', 'b', 'c']],
    ['createIssue', 'priority', ['high'], 'high'],
    ['updateIssue', 'ifVersion', ['3'], 3],
    ['listIssues', 'unassigned', ['no'], false],
    ['hireAgent', 'adapterConfig', ['{"command":"true"}'], { command: 'true' }],
    ['answerQuestion', 'answer', ['some words'], 'some words'],
    ['answerQuestion', 'answer', ['true'], true],
  ])('has the type that the contract says: %s %s', (operation, name, texts, value) => {
    expect(valueIn(operation, name, ...texts)).toEqual(value);
  });

  it.each([
    [
      'createIssue',
      'priority',
      'soon',
      'priority is one of critical, high, medium, low, not "soon"',
    ],
    ['updateIssue', 'ifVersion', 'new', 'ifVersion is a number, not "new"'],
    ['listIssues', 'unassigned', 'maybe', 'unassigned is true or false, not "maybe"'],
    ['hireAgent', 'adapterConfig', '{', 'adapterConfig is JSON, not "{"'],
  ])('is refused where it is none: %s %s', (operation, name, text, message) => {
    expect(() => valueIn(operation, name, text)).toThrow(message);
  });
});
