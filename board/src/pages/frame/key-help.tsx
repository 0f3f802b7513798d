import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { modKey, singleKeysAreOn, switchSingleKeys } from '../../ui/keys.ts';
import css from './frame.module.css';

const keys: readonly (readonly [string, string])[] = [
  [modKey('K'), 'find a page, an issue or an action'],
  ['g i', 'inbox'],
  ['g o', 'overview of the company'],
  ['g s  g b', 'issues as a list, as a board'],
  ['g r', 'runs'],
  ['g p', 'approvals'],
  ['g a  g t', 'agents, who reports to whom'],
  ['g c  g l', 'costs, log of what happened'],
  ['g 1 … g 9', 'company'],
  ['j  k', 'next and previous row'],
  ['Space  x', 'look at an issue in a list, select it'],
  ['d', 'on a row of the inbox: decide it there'],
  ['c', 'new issue'],
  ['z', 'undo an issue change within ten seconds'],
  ['/', 'filter the list'],
  ['s  a  p  l', 'on an issue, or all that are selected: status, assignee, priority, labels'],
  ['m  w', 'on an issue: comment, why woken'],
  ['f  .', 'on a run: follow the output, stop it'],
  ['n', 'on the agents: add one'],
  ['.  e', 'on an agent: wake it, change it'],
  ['Shift A R E', 'on an approval: approve, reject, ask for a revision'],
];

export function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [on, setOn] = useState(singleKeysAreOn);
  return (
    <Dialog label="Keys" onClose={onClose}>
      <h1>Keys</h1>
      <dl className={css.help}>
        {keys.map(([key, what]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Button
        onClick={() => {
          switchSingleKeys(!on);
          setOn(!on);
        }}
      >
        {on ? 'Switch single keys off' : 'Switch single keys on'}
      </Button>
    </Dialog>
  );
}
