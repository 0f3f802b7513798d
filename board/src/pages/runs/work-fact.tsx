import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { counted } from '../../domain/count.ts';
import { Fact } from '../../ui/facts.tsx';
import { Text } from '../../ui/text.tsx';

/** As git shortens them. */
const SHA_CHARS = 10;

/** What the run has added to its branch, and what it has left without a commit. */
export function WorkFact({ run }: { readonly run: Output<'getRun'> }): ReactElement {
  const { work, warnings = [] } = run;
  const left = warnings.find(({ code }) => code === 'work_left')?.message;
  return (
    <>
      {work && (
        <Fact word="Branch">
          <span className="mono">{work.branch}</span>
        </Fact>
      )}
      {work && work.commitCount > 0 && (
        <Fact word="Commits">
          {work.commitCount}, in {counted(work.files, 'file')}
          {work.commits.map(({ sha, subject }) => (
            <div key={sha}>
              <span className="mono">{sha.slice(0, SHA_CHARS)}</span> <Text of={subject} />
            </div>
          ))}
        </Fact>
      )}
      {left !== undefined && (
        <Fact word="Not committed">
          <Text of={left} />
        </Fact>
      )}
    </>
  );
}
