/** What runs, as a table, and every change of it with what it changed. */
import { useState, type ReactElement } from 'react';
import { adapterForms } from 'virtual:contracts/agents';
import { useCompany, useNames, type Rights } from '../../cache/company.ts';
import { adapterWords } from '../../domain/agents.ts';
import { fieldLabel, leavesOf } from '../../domain/agents/differences.ts';
import { visible } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import { Section } from '../../ui/ledger.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Text } from '../../ui/text.tsx';
import type { AgentDetail } from './agent-detail.ts';
import css from './agent.module.css';
import { EditAgent } from './edit-agent.tsx';
import { Revisions } from './revisions.tsx';

interface Props {
  readonly agent: AgentDetail;
  readonly rights: Rights;
}

export function Configuration({ agent, rights }: Props): ReactElement {
  const [edits, setEdits] = useState(false);
  const mayEdit = rights.mayManageAgents && agent.status !== 'terminated';
  useKeys({ e: () => mayEdit && setEdits(true) });
  return (
    <>
      <Revisions agent={agent} mayEdit={mayEdit} />
      <Section title="Current">
        <p className={css.about}>
          <span className="dim">{adapterForms[agent.adapterType].summary}</span>
          {mayEdit && (
            <Button hotkey="e" onClick={() => setEdits(true)}>
              Change
            </Button>
          )}
        </p>
        <Values agent={agent} />
      </Section>
      {edits && <EditAgent agent={agent} onClose={() => setEdits(false)} />}
    </>
  );
}

type Leaf = readonly [path: string, value: string];

function Values({ agent }: { readonly agent: AgentDetail }): ReactElement {
  const { id } = useCompany();
  const names = useNames(id);
  const { name, title, role, icon, capabilities, permissions, adapterConfig, runtimeConfig } =
    agent;
  const shown = {
    name,
    title,
    role,
    icon,
    reportsTo: names.of(agent.reportsTo, null),
    capabilities,
    permissions,
    adapterType: adapterWords[agent.adapterType],
    adapterConfig,
    runtimeConfig,
  };
  const columns: readonly Column<Leaf>[] = [
    { word: 'Field', render: ([path]) => <Text of={fieldLabel(path)} /> },
    { word: 'Value', render: ([, value]) => <Value text={value} /> },
  ];
  return (
    <Table
      label="Configuration"
      columns={columns}
      rows={[...leavesOf(shown)]}
      keyOf={([path]) => path}
    />
  );
}

/** Long values keep their lines. */
export const Value = ({ text }: { readonly text: string }): ReactElement =>
  text.includes('\n') || text.length > 100 ? (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
    <pre className="verbatim" tabIndex={0} role="group" aria-label="Value">
      {visible(text)}
    </pre>
  ) : (
    <span className="mono">
      <Text of={text} />
    </span>
  );
