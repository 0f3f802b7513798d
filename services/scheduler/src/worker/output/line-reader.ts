/** Longest line that is passed on, in characters; the rest of a longer one is dropped. */
const LINE_MAX = 1_048_576;
const LINE_FEED = 0x0a;

export interface LineReader {
  /** Returns the text in a form that Postgres can store. Without bytes it ends the stream. */
  read(bytes: Uint8Array | undefined): string;
  /** Whether nothing is pending: a reader that begins here reads the same lines. */
  isAtLineStart(): boolean;
}

/** Decodes UTF-8 across chunks and passes on whole lines. */
export function lineReader(onLine: (line: string) => void): LineReader {
  const decoder = new TextDecoder();
  let line = '';
  let isAtLineStart = true;
  return {
    read(bytes) {
      const decoded = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      const text = decoded.replaceAll('\0', '\uFFFD');
      const parts = (line + text).split('\n');
      line = (parts.pop() ?? '').slice(0, LINE_MAX);
      for (const part of parts) onLine(part.slice(0, LINE_MAX));
      if (!bytes && line !== '') onLine(line);
      if (bytes && bytes.length > 0) isAtLineStart = bytes.at(-1) === LINE_FEED;
      return text;
    },
    isAtLineStart: () => isAtLineStart,
  };
}
