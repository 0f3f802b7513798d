/** The reporting tree as a picture. The outline and the table say the same. */
import type { OrgNode } from '@muster/contracts';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { agentAddress } from '../../domain/agents.ts';
import { agentMarks } from '../../domain/marks.ts';
import { AgentIcon } from '../../ui/icons/agent-icon.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';
import { BOX, layOut, ROW_HEIGHT, type ChartBox } from './layout.ts';
import css from './org.module.css';

export function Chart({ nodes }: { readonly nodes: readonly OrgNode[] }): ReactElement {
  const { name } = useCompany();
  const { width, height, boxes, lines } = useMemo(() => layOut(nodes), [nodes]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
    <div className={css.chart} tabIndex={0} role="group" aria-label="Reporting chart">
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        <g className={css.lines} aria-hidden="true">
          {lines.map((path) => (
            <path key={path} d={path} />
          ))}
        </g>
        {boxes.map((box) => (
          <foreignObject
            key={box.node?.id ?? 'board'}
            x={box.x}
            y={box.y}
            width={BOX.width}
            height={box.isStacked ? ROW_HEIGHT : BOX.height}
          >
            {box.node ? (
              <Box node={box.node} isStacked={box.isStacked} />
            ) : (
              <div className={css.box}>
                <strong>The board</strong>
                <span className="dim">
                  <Text of={name} />
                </span>
              </div>
            )}
          </foreignObject>
        ))}
      </svg>
    </div>
  );
}

function Box({
  node,
  isStacked,
}: {
  readonly node: OrgNode;
  readonly isStacked: ChartBox['isStacked'];
}): ReactElement {
  const { id, issuePrefix } = useCompany();
  const agent = useNames(id).agents.get(node.id);
  return (
    <Link
      {...agentAddress(issuePrefix, agent ?? { ...node, urlKey: node.id })}
      className={isStacked ? css.row : css.box}
      data-row=""
    >
      <StateMark kind="agent" mark={agentMarks[node.status]} />
      <strong>
        <AgentIcon name={agent?.icon} />
        <Text of={node.name} />
      </strong>
      <span className="dim">
        <Text of={node.title ?? node.role} />
      </span>
    </Link>
  );
}
