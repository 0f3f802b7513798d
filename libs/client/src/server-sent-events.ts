/** Parses `text/event-stream`, as far as it is sent by the interface. */

export interface ServerSentEvent {
  readonly name: string;
  /** Undefined for a cursor without an event. */
  readonly data: string | undefined;
  readonly id: string | undefined;
}

/** Its `push` takes text as it comes and answers with the events that it ends. */
export function openParser(): { push(text: string): ServerSentEvent[] } {
  let rest = '';
  let name = 'message';
  let data: string[] = [];
  let id: string | undefined;
  const read = (line: string): ServerSentEvent[] => {
    if (line === '') {
      const ended = { name, id, data: data.length === 0 ? undefined : data.join('\n') };
      name = 'message';
      data = [];
      id = undefined;
      return ended.data === undefined && ended.id === undefined ? [] : [ended];
    }
    const [, field, value = ''] = /^(\w+):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
    return [];
  };
  return {
    push(text) {
      const lines = (rest + text).split(/\r\n|\n/);
      rest = lines.pop() ?? '';
      return lines.flatMap(read);
    },
  };
}
