/** A route: method and path, allowed callers, and the status of a success. */
export interface Row {
  readonly line: string;
  readonly method: string;
  readonly path: string;
  readonly who: readonly string[];
  readonly status: number;
}

/** Parses the lines of a table: `method path who[,who] status`, followed by a comment. */
export const rowsOf = (table: string): Row[] =>
  table
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const [method = '', path = '', who = '', status = ''] = text.trim().split(/\s+/);
      return {
        line: `${method} ${path}`,
        method,
        path,
        who: who.split(','),
        status: Number(status),
      };
    });

/** The path without the names of its parameters. */
export const shapeOf = (line: string): string =>
  line.replaceAll(/:\w+/g, '{}').replaceAll(/\{\w*\}/g, '{}');
