import type { ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { agentAddress } from '../../domain/agents.ts';
import { agentMarks } from '../../domain/marks.ts';
import { dollars } from '../../domain/money.ts';
import type { OrgLine } from '../../domain/agents/org.ts';
import { StateMark } from '../../ui/mark.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';

export function OrgTable({ lines }: { readonly lines: readonly OrgLine[] }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { agents } = useNames(id);
  const columns: readonly Column<OrgLine>[] = [
    { word: 'Agent', render: ({ node }) => <Text of={node.name} /> },
    { word: 'Job', wide: true, render: ({ node }) => <Text of={node.title ?? node.role} /> },
    {
      word: 'Reports to',
      render: ({ manager }) => (manager ? <Text of={manager.name} /> : 'the board'),
    },
    {
      word: 'State',
      wide: true,
      render: ({ node }) => <StateMark kind="agent" mark={agentMarks[node.status]} word />,
    },
    { word: 'Reports', figure: true, wide: true, render: ({ node }) => node.reports.length },
    { word: 'All below', figure: true, render: ({ below }) => below },
    {
      word: 'Spent this month',
      figure: true,
      render: ({ node }) => dollars(agents.get(node.id)?.spentMonthlyCents ?? 0),
    },
  ];
  return (
    <Table
      label="Who reports to whom"
      columns={columns}
      rows={lines}
      keyOf={({ node }) => node.id}
      to={({ node }) =>
        agentAddress(issuePrefix, agents.get(node.id) ?? { ...node, urlKey: node.id })
      }
    />
  );
}
