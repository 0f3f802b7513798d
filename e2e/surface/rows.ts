/** A row of the surface: how it is called, who may, and what a success is. */
export type Row = {
  readonly line: string;
  readonly method: string;
  readonly path: string;
  readonly who: readonly string[];
  readonly status: number;
};

/** Each line of a table: `method path who[,who] status`, then any words, which are not read. */
export const rowsOf = (table: string): Row[] =>
  table.split('\n').filter((text) => text.trim() !== '').map((text) => {
    const [method = '', path = '', who = '', status = ''] = text.trim().split(/\s+/);
    return { line: `${method} ${path}`, method, path, who: who.split(','), status: Number(status) };
  });

/** The same path whatever its parameters are called. */
export const shapeOf = (line: string): string =>
  line.replaceAll(/:\w+/g, '{}').replaceAll(/\{\w*\}/g, '{}');
