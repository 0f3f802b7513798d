/** What differs, field by field; long texts line by line. */
import { diffLines, diffWordsWithSpace, type Change } from 'diff';
import type { ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { counted } from '../../domain/count.ts';
import type { Difference } from '../../domain/agents/differences.ts';
import { visible } from '../../domain/visible.ts';
import { Text } from '../../ui/text.tsx';
import css from './agent.module.css';

/** Longer texts are compared by lines, which takes less time than words. */
const WORDS_MAX = 2_000;

export function DifferenceList({ of }: { readonly of: readonly Difference[] }): ReactElement {
  if (of.length === 0) return <p className="dim">The program stays the same.</p>;
  return (
    <dl className={css.differences}>
      {of.map((each) => (
        <div key={each.path}>
          <dt>
            <Text of={each.label} />
          </dt>
          <dd>
            <OneDifference difference={each} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OneDifference({ difference }: { readonly difference: Difference }): ReactElement {
  const { path } = difference;
  const before = useShown(path, difference.before);
  const after = useShown(path, difference.after);
  if (before === '***' && after === '***') return <span>another secret value</span>;
  if (before !== undefined && after !== undefined && before.length + after.length > 80) {
    return <TextDifference before={before} after={after} />;
  }
  return (
    <span className={css.change}>
      {before === undefined ? <span className="dim">not set</span> : <del>{visible(before)}</del>}
      <span aria-hidden="true"> → </span>
      {after === undefined ? <span className="dim">not set</span> : <ins>{visible(after)}</ins>}
    </span>
  );
}

/** A manager is shown by name. */
function useShown(path: string, value: string | undefined): string | undefined {
  const { id } = useCompany();
  const names = useNames(id);
  return path === 'reportsTo' && value !== undefined ? names.of(value, null) : value;
}

/** Unchanged parts between changes are shortened to the lines beside them. */
export function TextDifference({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): ReactElement {
  const isLong = before.length + after.length > WORDS_MAX;
  const parts = isLong ? diffLines(before, after) : diffWordsWithSpace(before, after);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
    <pre className="verbatim" tabIndex={0} role="group" aria-label="Difference">
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts have no names, and do not move
        <Part key={at} part={part} isShortened={isLong} />
      ))}
    </pre>
  );
}

function Part({
  part: { added, removed, value },
  isShortened,
}: {
  readonly part: Change;
  readonly isShortened: boolean;
}): ReactElement {
  const text = visible(value);
  if (added) return <ins>{text}</ins>;
  if (removed) return <del>{text}</del>;
  return <>{isShortened ? shortened(text) : text}</>;
}

const BESIDE = 2;

function shortened(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= 2 * BESIDE + 2) return text;
  const left = lines.length - 2 * BESIDE - 1;
  return [
    ...lines.slice(0, BESIDE),
    `… ${counted(left, 'line')} …`,
    ...lines.slice(-BESIDE - 1),
  ].join('\n');
}
