import type { ReactElement, ReactNode } from 'react';
import css from './facts.module.css';

/** Facts in columns, each under its word. */
export const FactList = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <dl className={css.facts}>{children}</dl>
);

export const Fact = ({
  word,
  children,
}: {
  readonly word: string;
  readonly children: ReactNode;
}): ReactElement => (
  <div>
    <dt>{word}</dt>
    <dd>{children}</dd>
  </div>
);
