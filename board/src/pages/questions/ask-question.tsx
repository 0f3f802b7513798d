/** Asks an agent, or the board, about an issue. */
import type { QuestionKind } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useAgentId } from '../../cache/agent-id.ts';
import { useCompany } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { assignable } from '../../domain/agents.ts';
import { optionsOf } from '../../domain/issues/questions.ts';
import { AgentSelect } from '../../ui/agent-select.tsx';
import { Area, Select } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly onClose: () => void;
}

const kinds: readonly (readonly [QuestionKind, string])[] = [
  ['text', 'Words'],
  ['confirm', 'Yes or no'],
  ['choice', 'One of these'],
  ['several', 'Some of these'],
];

export function AskQuestion({ issue, onClose }: Props): ReactElement {
  const { id: companyId } = useCompany();
  const [agent, setAgent] = useState(issue.assigneeAgentId ?? '');
  const [kind, setKind] = useState<QuestionKind>('text');
  const [text, setText] = useState('');
  const [lines, setLines] = useState('');
  const agentOf = useAgentId(companyId, assignable);
  const ask = useWrite('askQuestion', onClose);
  const hasOptions = kind === 'choice' || kind === 'several';
  const options = optionsOf(lines);
  const submit = (): void =>
    ask.mutate(async () => {
      const agentId = await agentOf(agent);
      return {
        issueId: issue.id,
        to: agentId === '' ? 'board' : { agentId },
        kind,
        text,
        ...(hasOptions ? { options: [...options] } : {}),
      };
    });
  return (
    <FormDialog
      title={`Ask about ${issue.identifier}`}
      verb="Ask"
      error={ask.error}
      isPending={ask.isPending}
      ready={text.trim() !== '' && (!hasOptions || options.length > 1)}
      onSubmit={submit}
      onClose={onClose}
    >
      <AgentSelect
        label="Whom"
        companyId={companyId}
        none="The board"
        among={assignable}
        value={agent}
        onPick={setAgent}
      />
      <Area
        label="Question"
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Select label="Answered by" options={kinds} value={kind} onPick={setKind} />
      {hasOptions && (
        <Area
          label="Options"
          hint="One a line, two or more"
          value={lines}
          onChange={(event) => setLines(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
