import { describe, expect, it } from 'vitest';
import { openParser } from './server-sent-events.ts';

const parse = (...parts: readonly string[]) => {
  const parser = openParser();
  return parts.flatMap((part) => parser.push(part));
};

describe('a stream of events', () => {
  it.each([
    ['whole', ['id: 1\ndata: {"a":1}\n\n']],
    ['cut anywhere', Array.from('id: 1\ndata: {"a":1}\n\n')],
    ['with carriage returns', ['id: 1\r\ndata: {"a":1}\r\n\r\n']],
  ])('is the same %s', (_, parts) => {
    expect(parse(...parts)).toEqual([{ name: 'message', id: '1', data: '{"a":1}' }]);
  });

  it('has names, lines that belong together, and cursors without an event', () => {
    expect(parse('event: run.log\ndata: a\ndata: b\n\n', ':\nid: 7\n\n', ':\n\n')).toEqual([
      { name: 'run.log', id: undefined, data: 'a\nb' },
      { name: 'message', id: '7', data: undefined },
    ]);
  });

  it('has no event that was cut off', () => {
    expect(parse('id: 1\ndata: whole\n\nid: 2\ndata: cut')).toHaveLength(1);
  });
});
