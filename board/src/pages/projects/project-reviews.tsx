/** Who reviews the work of a project. */
import type { Project } from '@muster/contracts';
import type { ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { evidenceOptions, whoReviews } from '../../domain/issues/reviews.ts';
import { Select } from '../../ui/controls.tsx';
import { Pair } from '../../ui/form.tsx';
import { Section } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { ReviewSelect } from '../../ui/reviews/review-select.tsx';
import { Text } from '../../ui/text.tsx';

const INHERITS = 'Company default';

const evidence = [['', INHERITS], ...evidenceOptions] as const;

export function ProjectReviews({
  project,
  mayWrite,
}: {
  readonly project: Project;
  readonly mayWrite: boolean;
}): ReactElement {
  const { id } = useCompany();
  const names = useNames(id);
  const update = useWrite('updateProject');
  const { id: projectId, reviewPolicy = null, reviewEvidence = null } = project;
  const { reviewerAgentId = null, reviewerUserId = null } = project;
  const named = names.of(reviewerAgentId, reviewerUserId);
  return (
    <Section title="Reviews">
      <ProblemNote error={update.error} />
      {mayWrite ? (
        <Pair>
          <ReviewSelect
            companyId={id}
            value={{ reviewPolicy, reviewerAgentId, reviewerUserId }}
            inherits={INHERITS}
            onPick={(rule) => update.mutate({ projectId, ...rule })}
          />
          <Select
            label="Required before a review"
            value={reviewEvidence ?? ''}
            options={evidence}
            onPick={(picked) =>
              update.mutate({ projectId, reviewEvidence: picked === '' ? null : picked })
            }
          />
        </Pair>
      ) : (
        <p className="dim">
          <Text
            of={reviewPolicy === null ? INHERITS : whoReviews({ policy: reviewPolicy }, named)}
          />
        </p>
      )}
    </Section>
  );
}
