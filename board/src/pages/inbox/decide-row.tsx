/**
 * A row of the inbox that is decided where it stands: its button, or `d` while the row has the focus, opens the
 * decision below it. Once it is taken, the focus is on the next row.
 */
import type { Company } from '@muster/contracts';
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { CompanyContext } from '../../cache/company.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { useKeys } from '../../ui/keys.ts';
import css from './inbox.module.css';

const GoOn = createContext<() => void>(() => undefined);

/** To be called when the decision was taken. */
export const useGoOn = (): (() => void) => useContext(GoOn);

interface Props {
  readonly company: Company;
  /** Names the row for those who hear the page. */
  readonly of: string;
  /** The link of the row. */
  readonly children: ReactNode;
  readonly decision: ReactNode;
}

export function DecideRow({ company, of, children, decision }: Props): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const turn = (): void => setOpen((before) => !before);
  useKeys({
    d: () => (isWithin(row.current) ? turn() : false),
    Escape: () => (isOpen && isWithin(row.current) ? close() : false),
  });
  const close = (): void => {
    linksOf(row.current).at(0)?.focus();
    setOpen(false);
  };
  const goesOn = useRef(false);
  const goOn = (): void => {
    goesOn.current = true;
    setOpen(false);
  };
  // Once a dialog of the decision is gone: until then nothing outside of it takes the focus.
  useEffect(() => {
    if (isOpen || !goesOn.current) return;
    goesOn.current = false;
    focusBeside(row.current);
  }, [isOpen]);
  // Decided by another, the row goes while somebody types in it.
  useLayoutEffect(() => {
    const { current } = row;
    return () => {
      if (isWithin(current)) focusBeside(current);
    };
  }, []);
  return (
    <li ref={row}>
      <div className={css.line}>
        {children}
        <Button aria-expanded={isOpen} onClick={turn}>
          Decide
          <span className="only-read"> {oneLine(of)}</span>
        </Button>
      </div>
      {isOpen && (
        <CompanyContext value={company}>
          <GoOn value={goOn}>
            <Opened>{decision}</Opened>
          </GoOn>
        </CompanyContext>
      )}
    </li>
  );
}

/** It has the focus, so that it is read, and Tab leads to its first field. */
function Opened({ children }: { readonly children: ReactNode }): ReactElement {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Decide" className={css.decision}>
      {children}
    </div>
  );
}

const isWithin = (row: HTMLElement | null): boolean =>
  row?.contains(document.activeElement) === true;

const linksOf = (part: ParentNode | null): readonly HTMLElement[] => [
  ...(part?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

/** The next row of the page, the one before at its end, else the page. */
function focusBeside(row: HTMLElement | null): void {
  const links = linksOf(document);
  const at = links.findIndex((link) => row?.contains(link));
  const beside = links[at + 1] ?? links[at - 1] ?? document.querySelector<HTMLElement>('main');
  beside?.focus({ preventScroll: beside.matches('main') });
}
