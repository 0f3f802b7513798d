/** Who reviews work, unless a project or an issue says otherwise; what is sent is what was touched. */
import type { Company, ReviewEvidence } from '@muster/contracts';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useEdit } from '../../cache/edit.ts';
import { useWrite } from '../../cache/write.ts';
import {
  evidenceOptions,
  evidenceWords,
  type ReviewRule,
  whoReviews,
} from '../../domain/issues/reviews.ts';
import { Button, Field, Select } from '../../ui/controls.tsx';
import { Form, Pair, SaveNotes, verbOver } from '../../ui/form.tsx';
import { ReviewSelect } from '../../ui/reviews/review-select.tsx';
import type { Theirs } from '../../ui/theirs.tsx';
import css from './settings.module.css';

interface Fields {
  readonly review: ReviewRule;
  readonly evidence: ReviewEvidence;
  readonly rounds: string;
}

const fieldsOf = (company: Company): Fields => ({
  review: {
    reviewPolicy: company.reviewPolicy ?? 'anyone',
    reviewerAgentId: company.reviewerAgentId ?? null,
    reviewerUserId: null,
  },
  evidence: company.reviewEvidence ?? 'none',
  rounds: String(company.maxReviewRounds ?? 5),
});

/** Those of the contract. */
const ROUNDS = /^(?:[1-9]|[1-4]\d|50)$/;

function changeOf({ review, evidence, rounds }: Partial<Fields>) {
  const { reviewPolicy, reviewerAgentId } = review ?? {};
  return {
    ...(reviewPolicy ? { reviewPolicy, reviewerAgentId } : {}),
    ...(evidence === undefined ? {} : { reviewEvidence: evidence }),
    ...(rounds === undefined ? {} : { maxReviewRounds: Number(rounds) }),
  };
}

const WANTED = 'Required before a review';
const ROUNDS_OF_AGENTS = 'Reviews by agents before the board decides';

export function CompanyReviews({
  company,
  mayChange,
}: {
  readonly company: Company;
  readonly mayChange: boolean;
}): ReactElement {
  const edit = useEdit(company, {
    fieldsOf: (row = company) => fieldsOf(row),
    read: () => call('getCompany', { companyId: company.id }),
  });
  const { fields, touched, set } = edit;
  const save = useWrite('updateCompany', undefined, edit.over);
  const isRight = ROUNDS.test(fields.rounds.trim());
  const { review, evidence: wanted, rounds } = edit.theirs;
  const theirs: Theirs = [
    ['Who reviews', review && whoReviews({ policy: review.reviewPolicy ?? 'anyone' })],
    [WANTED, wanted && evidenceWords[wanted]],
    [ROUNDS_OF_AGENTS, rounds],
  ];
  const submit = (): void => {
    if (!isRight) return;
    save.mutate(
      { companyId: company.id, ...changeOf(touched) },
      { onSuccess: (row) => edit.saved(touched, row) },
    );
  };
  if (!mayChange) {
    return (
      <p className={css.lead}>
        {whoReviews({ policy: company.reviewPolicy ?? 'anyone' }, 'One agent by name')} gives the
        verdict on work in review.{' '}
        {fields.evidence !== 'none' && `${evidenceWords[fields.evidence]} is required first.`}
      </p>
    );
  }
  return (
    <div className={css.narrow}>
      <Form onSubmit={submit}>
        <Pair>
          <ReviewSelect
            companyId={company.id}
            value={fields.review}
            people={false}
            wrong={detailOf(save.error, 'reviewerAgentId')}
            onPick={(picked) => set({ review: picked })}
          />
          <Field
            label={ROUNDS_OF_AGENTS}
            inputMode="numeric"
            value={fields.rounds}
            wrong={isRight ? undefined : 'a number from 1 to 50'}
            onChange={(event) => set({ rounds: event.target.value })}
          />
        </Pair>
        <Select
          label={WANTED}
          value={fields.evidence}
          options={evidenceOptions}
          onPick={(evidence) => set({ evidence })}
        />
        <SaveNotes error={save.error} theirs={theirs} />
        <Button type="submit" disabled={save.isPending || !isRight || !edit.isTouched}>
          {verbOver(theirs, 'Set the reviews')}
        </Button>
      </Form>
    </div>
  );
}
