import { lazy, Suspense, type ReactElement } from 'react';
import css from './agent-icon.module.css';

const DrawnIcon = lazy(async () => ({ default: (await import('./agent-icons.tsx')).DrawnIcon }));

interface Props {
  readonly name: string | null | undefined;
  readonly size?: number;
}

/** The icon of an agent, where one was chosen, before its name, which says who it is. */
export const AgentIcon = ({ name, size = 16 }: Props): ReactElement | null =>
  name === null || name === undefined ? null : (
    <span className={css.icon} style={{ inlineSize: size, blockSize: size }}>
      <Suspense fallback={null}>
        <DrawnIcon name={name} size={size} />
      </Suspense>
    </span>
  );
