/** What was said to a run, whether its program has it, and a field to say more while it lives. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { runMessagesQuery } from '../../cache/queries.ts';
import { useWrite } from '../../cache/write.ts';
import { isLive } from '../../domain/marks.ts';
import { Area, Button } from '../../ui/controls.tsx';
import { Check } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';

type Message = Output<'listRunMessages'>[number];

const states: Readonly<Record<Message['status'], string>> = {
  waiting: 'Waits for the program',
  delivered: 'Delivered',
  left: 'Not read by this run; for the next one',
};

export function RunMessages({ run }: { readonly run: Output<'getRun'> }): ReactElement | null {
  const { id } = useCompany();
  const { mayWrite } = useRights(id);
  const { data: messages = [], error } = useQuery(runMessagesQuery(id, run.id));
  const maySay = mayWrite && isLive(run.status);
  if (messages.length === 0 && !maySay && !error) return null;
  return (
    <section aria-label="Messages">
      <h2>Messages</h2>
      <ProblemNote error={error} />
      <ul>
        {messages.map((message) => (
          <li key={message.id}>
            <Text of={message.authorName} />: <Text of={message.text} />{' '}
            <small>{stateOf(message, run.id)}</small>
          </li>
        ))}
      </ul>
      {maySay && <Say runId={run.id} />}
    </section>
  );
}

const stateOf = ({ status, deliveredRunId }: Message, runId: string): string =>
  status === 'delivered' && deliveredRunId !== runId ? 'Delivered to a later run' : states[status];

function Say({ runId }: { readonly runId: string }): ReactElement {
  const [text, setText] = useState('');
  const [interrupt, setInterrupt] = useState(false);
  const send = useWrite('sendRunMessage', () => {
    setText('');
    setInterrupt(false);
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ runId, text, interrupt });
      }}
    >
      <Area
        label="Say something to this run"
        hint="The program reads it between turns or with its next tool call. Otherwise the next run does."
        rows={2}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Check word="Interrupt its current turn if possible" on={interrupt} onSwitch={setInterrupt} />
      <ProblemNote error={send.error} />
      <Button type="submit" disabled={send.isPending || text.trim() === ''}>
        Send
      </Button>
    </form>
  );
}
