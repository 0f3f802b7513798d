/** Most cells of the tables of one text. */
const CELLS_MAX = 5_000;

/** A node of the tree that a Markdown text is parsed to. */
interface Node {
  readonly type: string;
  readonly position?: { readonly start: Place; readonly end: Place };
  children?: Node[];
}

interface Place {
  readonly offset?: number;
}

/**
 * Shows tables beyond the limit as they are written. A row is filled up to the columns of its head, so 2 KB of text can
 * be 150,000 cells, which a browser holds for minutes.
 */
export const limitTables = () => (tree: Node, file: { readonly value: unknown }) => {
  let left = CELLS_MAX;
  const limit = (node: Node): Node => {
    if (node.type === 'table') {
      const cells = (node.children?.length ?? 0) * (node.children?.[0]?.children?.length ?? 0);
      left -= cells;
      if (left < 0) return asWritten(node, String(file.value));
    }
    if (node.children) node.children = node.children.map(limit);
    return node;
  };
  limit(tree);
};

const asWritten = ({ position }: Node, text: string): Node & { readonly value: string } => ({
  type: 'code',
  value: text.slice(position?.start.offset, position?.end.offset),
});
