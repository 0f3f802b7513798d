/** What the check of an agent has found: what is wrong first, each with its next step. */
import type { AgentCheck } from '@muster/contracts';
import type { ReactElement } from 'react';
import type { Mark } from '../domain/marks.ts';
import css from './check-list.module.css';
import { StateMark } from './mark.tsx';
import { Text } from './text.tsx';

const marks: Readonly<Record<AgentCheck['level'], Mark>> = {
  ok: { word: 'OK', tone: 'done', shape: 'full' },
  warn: { word: 'Warning', tone: 'stuck', shape: 'bar' },
  fail: { word: 'Fails', tone: 'error', shape: 'cross' },
  unknown: { word: 'Unknown', tone: 'quiet', shape: 'dotted' },
};
const loudness: readonly AgentCheck['level'][] = ['fail', 'unknown', 'warn', 'ok'];

export function CheckList({ checks }: { readonly checks: readonly AgentCheck[] }): ReactElement {
  const sorted = checks.toSorted(
    (one, other) => loudness.indexOf(one.level) - loudness.indexOf(other.level),
  );
  return (
    <ul className={css.checks} aria-label="Checks">
      {sorted.map(({ code, level, message, hint }) => (
        <li key={`${code}${message}`}>
          <StateMark kind="issue" mark={marks[level]} />
          <span>
            <Text of={message} />
            {hint !== null && (
              <span className="dim">
                {' '}
                <Text of={hint} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
