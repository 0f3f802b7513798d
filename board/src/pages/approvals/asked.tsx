/** What an approval asks for: short fields, long texts, and what it changes. */
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { isOfAgent, labelOf, longTexts, shortFields } from '../../domain/approvals.ts';
import { programFields } from '../../domain/agents/program-fields.ts';
import { visible } from '../../domain/visible.ts';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';
import css from './approvals.module.css';

type Approval = Output<'getApproval'>;

export function Asked({ approval }: { readonly approval: Approval }): ReactElement {
  const nameOf = useNameOfAgent(approval);
  const short = [...shortFields(approval.payload, nameOf), ...programFields(approval.payload)];
  return (
    <section aria-label="Request" className={css.payload}>
      {short.length > 0 && (
        <dl className={css.facts}>
          {short.map(([word, value]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>
                <Text of={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {longTexts(approval.payload).map(([key, text]) => (
        <div key={key}>
          <h2>{labelOf(key)}</h2>
          <Prose text={text} />
        </div>
      ))}
      {approval.changes && approval.changes.length > 0 && (
        <Changes changes={approval.changes} nameOf={nameOf} />
      )}
      <details>
        <summary>Raw request</summary>
        <pre className="verbatim">{visible(JSON.stringify(approval.payload, null, 2))}</pre>
      </details>
    </section>
  );
}

type Change = NonNullable<Approval['changes']>[number];

interface ChangesProps {
  readonly changes: readonly Change[];
  readonly nameOf: (agentId: string) => string;
}

/** The name of a field stays as it is: two objects may have a key of the same words. */
function Changes({ changes, nameOf }: ChangesProps): ReactElement {
  const value = (part: 'before' | 'after') => (change: Change) => (
    <span className="mono">
      <Text of={shownOf(change.field, change[part], nameOf)} />
    </span>
  );
  const columns: readonly Column<Change>[] = [
    { word: 'Field', render: ({ field }) => <Text of={field} /> },
    { word: 'Before', render: value('before') },
    { word: 'After', render: value('after') },
  ];
  return (
    <Table label="Changes" caption columns={columns} rows={changes} keyOf={({ field }) => field} />
  );
}

function shownOf(field: string, value: unknown, nameOf: (agentId: string) => string): string {
  if (value === null) return '';
  return typeof value === 'string' && isOfAgent(field) ? nameOf(value) : JSON.stringify(value);
}

/**
 * The agent that it is about may wait to be hired, or be gone: the approval knows its name. What is no
 * agent's id stays as it was sent.
 */
function useNameOfAgent({ aboutAgentId, aboutAgentName }: Approval): (agentId: string) => string {
  const { id } = useCompany();
  const { agents } = useNames(id);
  return (agentId) =>
    (agentId === aboutAgentId ? aboutAgentName : undefined) ?? agents.get(agentId)?.name ?? agentId;
}
