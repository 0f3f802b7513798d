/**
 * On which runner the agents of a company are started. All agents of a company that ask for the same
 * label meet on one runner, because their homes are on its volume: the choice depends on nothing but
 * the settings, and another runner never takes the place of one that is away.
 */
export interface RunnerTraits {
  readonly name: string;
  /** A runner with labels takes only agents that ask for one of them. */
  readonly labels: readonly string[];
  /** The companies that it serves; absent: every company. */
  readonly companies?: readonly string[] | undefined;
}

export interface RunnerWish {
  readonly companyId: string;
  /** `runtimeConfig.runner` of the agent. */
  readonly label: string | undefined;
}

/**
 * Nothing where no runner serves such an agent. Rendezvous hashing: `hash` is of a text, and a runner
 * that is added or removed moves only the companies that it gets or had.
 */
export function chooseRunner<R extends RunnerTraits>(
  runners: readonly R[],
  { companyId, label }: RunnerWish,
  hash: (text: string) => string,
): R | undefined {
  const eligible = runners.filter(
    ({ labels, companies }) =>
      (companies?.includes(companyId) ?? true) &&
      (label === undefined ? labels.length === 0 : labels.includes(label)),
  );
  const ofCompany = eligible.filter(({ companies }) => companies !== undefined);
  return highestBy(ofCompany.length > 0 ? ofCompany : eligible, ({ name }) =>
    hash(`${name}/${companyId}`),
  );
}

const highestBy = <T>(values: readonly T[], weight: (value: T) => string): T | undefined =>
  values
    .map((value) => ({ value, weight: weight(value) }))
    .toSorted((a, b) => (a.weight < b.weight ? 1 : -1))[0]?.value;
