/** The search of an address after a change, without what is empty. */
export const searchWith = <S extends object>(search: S, change: NoInfer<Partial<S>>): S =>
  Object.fromEntries(
    Object.entries({ ...search, ...change }).filter(
      ([, value]) => value !== '' && value !== undefined,
    ),
  ) as S;

/**
 * The same over the address at the time of the change: the page may not show yet what was changed just before it.
 */
export const searchChange =
  <S extends object>(change: Partial<S>) =>
  (now: S): S =>
    searchWith(now, change);
