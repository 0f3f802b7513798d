/** Longest line that is passed on, in characters; the rest of a longer one is dropped. */
const LINE_MAX = 1_048_576;

/**
 * Decodes UTF-8 across chunks, passes on whole lines, and returns the text in a form that Postgres
 * can store. Without bytes it ends the stream.
 */
export function lineReader(onLine: (line: string) => void): (bytes: Buffer | undefined) => string {
  const decoder = new TextDecoder();
  let line = '';
  return (bytes) => {
    const decoded = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    const text = decoded.replaceAll('\0', '\uFFFD');
    const parts = (line + text).split('\n');
    line = (parts.pop() ?? '').slice(0, LINE_MAX);
    for (const part of parts) onLine(part.slice(0, LINE_MAX));
    if (!bytes && line !== '') onLine(line);
    return text;
  };
}
