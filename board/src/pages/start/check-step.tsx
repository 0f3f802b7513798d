/** Looks where the agent would be started, before it gets work. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { agentCheckQuery } from '../../cache/agent-queries.ts';
import { oneLine } from '../../domain/visible.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Button } from '../../ui/controls.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './start.module.css';

interface Props {
  readonly agent: { readonly id: string; readonly name: string };
  readonly onDone: () => void;
}

export function CheckStep({ agent, onDone }: Props): ReactElement {
  const check = useQuery(agentCheckQuery(agent.id));
  const name = oneLine(agent.name);
  return (
    <div className={css.form}>
      <p className={css.words} role="status">
        {check.isFetching && `Testing where ${name} would start…`}
        {!check.isFetching && check.data?.ok === true && `${name} can be started.`}
        {!check.isFetching &&
          check.data?.ok === false &&
          `${name} cannot be started yet. Fix the marked checks, then check again.`}
      </p>
      {check.isPending && <Waiting rows={4} />}
      <ProblemNote error={check.error} />
      {check.data && <CheckList checks={check.data.checks} />}
      <div className={css.ends}>
        <Button
          look={check.data?.ok === true ? 'main' : 'plain'}
          hotkey={check.data?.ok === true ? '↵' : undefined}
          key={String(check.data?.ok)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter goes on where nothing is wrong
          autoFocus={check.data?.ok === true}
          disabled={check.isPending}
          onClick={onDone}
        >
          {check.data?.ok === true ? 'Continue' : 'Continue anyway'}
        </Button>
        <Button disabled={check.isFetching} onClick={() => void check.refetch()}>
          Check again
        </Button>
      </div>
    </div>
  );
}
