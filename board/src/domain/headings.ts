/** The level below the headings of a page. */
const FIRST = 3;
const LAST = 6;

/** A node of the tree that a Markdown text becomes. */
interface Node {
  tagName?: string;
  readonly children?: readonly Node[];
}

/**
 * Headings of a text are below those of its page, and each is at most one level below the one before it, as the
 * outline that a screen reader offers needs it: a text may begin with any, and its footnotes have one of their own.
 */
export const nestHeadings = () => (tree: Node) => {
  let before = FIRST - 1;
  const nest = (node: Node): void => {
    const level = /^h([1-6])$/.exec(node.tagName ?? '')?.[1];
    if (level !== undefined) {
      before = Math.min(Number(level) + FIRST - 1, before + 1, LAST);
      node.tagName = `h${before}`;
    }
    node.children?.forEach(nest);
  };
  nest(tree);
};
