/** Where the boxes and lines of the chart are, in pixels from its corner. */
import type { OrgNode } from '@muster/contracts';
import { hierarchy, tree } from 'd3-hierarchy';
import { orgParts, type OrgPart } from '../../domain/agents/org.ts';

export const BOX = { width: 176, height: 44 } as const;
export const ROW_HEIGHT = 28;
const GAP = 24;
const LEVEL_HEIGHT = 84;
/** As many rows fill a level of the tree. */
const ROWS_OF_LEVEL = LEVEL_HEIGHT / ROW_HEIGHT;
const MARGIN = 8;

export interface ChartBox {
  readonly node: OrgNode | undefined;
  readonly isStacked: boolean;
  readonly x: number;
  readonly y: number;
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly ChartBox[];
  /** Paths of lines from managers to reports. */
  readonly lines: readonly string[];
}

/** The board is the root. */
export function layOut(nodes: readonly OrgNode[]): ChartLayout {
  const root: OrgPart = { nodes: [], isStack: false, parts: orgParts(nodes, ROWS_OF_LEVEL) };
  const laid = tree<OrgPart>()
    .nodeSize([BOX.width + GAP, LEVEL_HEIGHT])
    .separation(() => 1)(hierarchy(root, ({ parts }) => [...parts]));
  const all = laid.descendants();
  const left = Math.min(...all.map(({ x }) => x)) - BOX.width / 2 - MARGIN;
  const at = ({ x, y }: { x: number; y: number }) => ({
    x: x - BOX.width / 2 - left,
    y: y + MARGIN,
  });
  const boxes = all.flatMap((part): readonly ChartBox[] => {
    const { x, y } = at(part);
    if (!part.data.isStack) return [{ node: part.data.nodes[0], isStacked: false, x, y }];
    return part.data.nodes.map((node, row) => ({
      node,
      isStacked: true,
      x,
      y: y + row * ROW_HEIGHT,
    }));
  });
  const lines = laid.links().map(({ source, target }) => {
    const [from, to] = [at(source), at(target)];
    return target.data.isStack && source.data.isStack ? '' : elbow(from, to, target.data.isStack);
  });
  return {
    width: Math.max(...boxes.map(({ x }) => x)) + BOX.width + MARGIN,
    height: Math.max(...boxes.map(({ y }) => y)) + BOX.height + MARGIN,
    boxes,
    lines: lines.filter((line) => line !== ''),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Down from the middle of the manager, along, and down to the report; to a stack at its left edge. */
function elbow(from: Point, to: Point, toStack: boolean): string {
  const startX = from.x + BOX.width / 2;
  const endX = toStack ? to.x : to.x + BOX.width / 2;
  const middle = from.y + BOX.height + (LEVEL_HEIGHT - BOX.height) / 2;
  return `M${startX} ${from.y + BOX.height}V${middle}H${endX}V${to.y}`;
}
