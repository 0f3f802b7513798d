/** Who gives the verdict on work in review: a policy, or one by name. */
import type { ReactElement } from 'react';
import { useNames } from '../../cache/company.ts';
import { present } from '../../domain/agents.ts';
import {
  choiceOf,
  INHERITED,
  policyWords,
  type ReviewRule,
  ruleOfChoice,
} from '../../domain/issues/reviews.ts';
import { oneLine } from '../../domain/visible.ts';
import { Select } from '../controls.tsx';

interface Props {
  readonly companyId: string;
  readonly value: ReviewRule;
  /** What counts without a policy, in words; a company has always one. */
  readonly inherits?: string;
  /** Whether people can be named. */
  readonly people?: boolean;
  readonly wrong?: string | undefined;
  readonly onPick: (rule: ReviewRule) => void;
}

export function ReviewSelect({
  companyId,
  value,
  inherits,
  people = true,
  wrong,
  onPick,
}: Props): ReactElement {
  const names = useNames(companyId);
  const agents = present([...names.agents.values()]).map(
    ({ id, name }) => [`agent:${id}`, oneLine(name)] as const,
  );
  const members = names.members.map(
    ({ userId, name }) => [`user:${userId}`, `${oneLine(name)}, person`] as const,
  );
  const known = [
    ...(inherits === undefined ? [] : [[INHERITED, inherits] as const]),
    ...Object.entries(policyWords),
    ...agents,
    ...(people ? members : []),
  ];
  const choice = choiceOf(value);
  const isKnown = known.some(([each]) => each === choice);
  return (
    <Select
      label="Who reviews"
      wrong={wrong}
      value={choice}
      options={isKnown ? known : [...known, [choice, 'One who has left'] as const]}
      onPick={(picked) => onPick(ruleOfChoice(picked))}
    />
  );
}
