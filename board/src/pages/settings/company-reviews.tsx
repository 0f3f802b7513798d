/** Who reviews work, unless a project or an issue says otherwise; what is sent is what was touched. */
import type { Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useEdit } from '../../cache/edit.ts';
import { useWrite } from '../../cache/write.ts';
import { evidenceWords, type ReviewRule, whoReviews } from '../../domain/issues/reviews.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { Check, Form, Pair, SaveNotes, verbOver } from '../../ui/form.tsx';
import { ReviewSelect } from '../../ui/reviews/review-select.tsx';
import { onOrOff, type Theirs } from '../../ui/theirs.tsx';
import css from './settings.module.css';

interface Fields {
  readonly review: ReviewRule;
  readonly isLinked: boolean;
  readonly rounds: string;
}

const fieldsOf = (company: Company): Fields => ({
  review: {
    reviewPolicy: company.reviewPolicy ?? 'anyone',
    reviewerAgentId: company.reviewerAgentId ?? null,
    reviewerUserId: null,
  },
  isLinked: company.reviewEvidence === 'link',
  rounds: String(company.maxReviewRounds ?? 5),
});

/** Those of the contract. */
const ROUNDS = /^(?:[1-9]|[1-4]\d|50)$/;

function changeOf({ review, isLinked, rounds }: Partial<Fields>) {
  const { reviewPolicy, reviewerAgentId } = review ?? {};
  return {
    ...(reviewPolicy ? { reviewPolicy, reviewerAgentId } : {}),
    ...(isLinked === undefined
      ? {}
      : { reviewEvidence: isLinked ? ('link' as const) : ('none' as const) }),
    ...(rounds === undefined ? {} : { maxReviewRounds: Number(rounds) }),
  };
}

const HAS_LINK = 'Work goes to review with a link to its result';
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
  const save = useWrite('updateCompany', [['companies']], undefined, edit.over);
  const isRight = ROUNDS.test(fields.rounds.trim());
  const { review, isLinked, rounds } = edit.theirs;
  const theirs: Theirs = [
    ['Who reviews', review && whoReviews({ policy: review.reviewPolicy ?? 'anyone' })],
    [HAS_LINK, onOrOff(isLinked)],
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
        verdict on work in review. {fields.isLinked && `${evidenceWords.link} is wanted before.`}
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
        <Check word={HAS_LINK} on={fields.isLinked} onSwitch={(on) => set({ isLinked: on })} />
        <SaveNotes error={save.error} theirs={theirs} />
        <Button type="submit" disabled={save.isPending || !isRight || !edit.isTouched}>
          {verbOver(theirs, 'Set the reviews')}
        </Button>
      </Form>
    </div>
  );
}
