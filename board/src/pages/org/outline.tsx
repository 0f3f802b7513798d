import type { OrgNode } from '@muster/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { oneLine } from '../../domain/visible.ts';
import { agentPath } from '../../domain/agents.ts';
import { agentMarks } from '../../domain/marks.ts';
import { dollars } from '../../domain/money.ts';
import { idsOfTeam } from '../../domain/agents/org.ts';
import { AgentIcon } from '../../ui/icons/agent-icon.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';
import css from './org.module.css';

/** Lists within lists: what is below is further in. */
export function Outline({ nodes }: { readonly nodes: readonly OrgNode[] }): ReactElement {
  return (
    <ul className={css.outline} aria-label="Reporting tree">
      {nodes.map((node) => (
        <Branch key={node.id} node={node} />
      ))}
    </ul>
  );
}

function Branch({ node }: { readonly node: OrgNode }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { agents } = useNames(id);
  const agent = agents.get(node.id);
  const spent = idsOfTeam(node).reduce(
    (sum, each) => sum + (agents.get(each)?.spentMonthlyCents ?? 0),
    0,
  );
  return (
    <li>
      <Link
        to={agent ? agentPath(issuePrefix, agent) : `/${issuePrefix}/agents/${node.id}`}
        className={css.line}
        data-row=""
      >
        <StateMark kind="agent" mark={agentMarks[node.status]} />
        <span className={css.who}>
          <span>
            <AgentIcon name={agent?.icon} />
            <Text of={node.name} />
          </span>
          <span className="dim">
            <Text of={node.title ?? node.role} />
          </span>
        </span>
        <span className={`figure ${css.spent}`}>
          {node.reports.length > 0 && <span className="dim">with its team </span>}
          {dollars(spent)}
        </span>
      </Link>
      {node.reports.length > 0 && (
        <ul aria-label={`Reports of ${oneLine(node.name)}`}>
          {node.reports.map((each) => (
            <Branch key={each.id} node={each} />
          ))}
        </ul>
      )}
    </li>
  );
}
