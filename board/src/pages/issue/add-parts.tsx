/** Splits an issue: a part for each line, all of them or none. */
import { useState, type ReactElement } from 'react';
import { newChildrenMax } from 'virtual:contracts/planning';
import type { Output } from '../../api/operations.ts';
import { useAgentId } from '../../cache/agent-id.ts';
import { useCompany } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { assignable } from '../../domain/agents.ts';
import { titlesOf } from '../../domain/issues/parts.ts';
import { AgentSelect } from '../../ui/agent-select.tsx';
import { Area } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly onClose: () => void;
}

export function AddParts({ issue, onClose }: Props): ReactElement {
  const { id: companyId } = useCompany();
  const [text, setText] = useState('');
  const [assignee, setAssignee] = useState('');
  const assigneeOf = useAgentId(companyId, assignable);
  const create = useWrite('createChildren', onClose);
  const titles = titlesOf(text);
  const isTooMany = titles.length > newChildrenMax;
  const submit = (): void =>
    create.mutate(async () => {
      const assigneeAgentId = await assigneeOf(assignee);
      const shared = assigneeAgentId === '' ? {} : { assigneeAgentId };
      return { issueId: issue.id, children: titles.map((title) => ({ title, ...shared })) };
    });
  return (
    <FormDialog
      title={`Split ${issue.identifier}`}
      verb={titles.length > 1 ? `Add ${titles.length} parts` : 'Add part'}
      error={create.error}
      isPending={create.isPending}
      ready={titles.length > 0 && !isTooMany}
      onSubmit={submit}
      onClose={onClose}
    >
      <Area
        label="Parts"
        hint="One title a line"
        rows={6}
        value={text}
        wrong={isTooMany ? `Add ${newChildrenMax} parts at most at once.` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <AgentSelect
        label="Assignee of each"
        companyId={companyId}
        none="No one yet"
        among={assignable}
        value={assignee}
        onPick={setAssignee}
      />
    </FormDialog>
  );
}
