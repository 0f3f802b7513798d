/** A text for a reader with tools, with a shell, or with either: what it cannot do costs it tokens. */
export type Surface = 'tools' | 'shell' | 'both';

const TOOL_CALL = /```mcp\n.*\n```\n\n?/g;
const REQUEST = /```sh\n[^]*?\n```\n\n?/g;
const ANSWER = /```json\n[^]*?\n```\n\n?/g;
/** What a sentence says of requests in parentheses. */
const ASIDE = /\s\([^()]*\bby curl\b[^()]*\)/g;

/** Answers are for a shell alone: a tool says what it answers, and the program shows it. */
const leftOut: Readonly<Record<Surface, readonly RegExp[]>> = {
  tools: [REQUEST, ANSWER, ASIDE],
  shell: [TOOL_CALL],
  both: [ANSWER],
};

export const forSurface = (text: string, surface: Surface): string =>
  leftOut[surface].reduce((left, part) => left.replaceAll(part, ''), text);
