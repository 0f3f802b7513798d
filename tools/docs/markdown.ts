export const notice = '<!-- Rendered by `pnpm render`; change the code and render again. -->';

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const code = (text: string): string => `\`${text}\``;

export const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

/** Joins the parts of a page with empty lines, and ends it with one line break. */
export const page = (...parts: readonly string[]): string =>
  `${[notice, ...parts].filter((part) => part !== '').join('\n\n')}\n`;
