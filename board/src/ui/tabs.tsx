/** Views of a page, each with its address. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { oneLine } from '../domain/visible.ts';
import type { Address } from './links/address.ts';
import css from './tabs.module.css';

export interface Tab {
  readonly id: string;
  readonly word: string;
  readonly address: Address;
}

interface Props {
  readonly label: string;
  readonly current: string;
  readonly tabs: readonly Tab[];
}

export const Tabs = ({ label, current, tabs }: Props): ReactElement => (
  <nav aria-label={oneLine(label)} className={css.tabs}>
    {tabs.map(({ id, word, address }) => (
      <Link
        key={id}
        {...address}
        replace
        resetScroll={false}
        className={id === current ? css.current : undefined}
        activeProps={{}}
        aria-current={id === current ? 'page' : undefined}
      >
        {word}
      </Link>
    ))}
  </nav>
);
