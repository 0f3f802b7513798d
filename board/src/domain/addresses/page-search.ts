/** What the search of an address may say, page by page. What is unknown is left out, and what is no text becomes one. */

type Found = Readonly<Record<string, unknown>>;

const texts =
  <K extends string>(...names: readonly K[]) =>
  (found: Found): { readonly [N in K]?: string } =>
    Object.fromEntries(
      names.flatMap((name): [string, string][] => {
        const value = found[name];
        return ['string', 'number', 'boolean'].includes(typeof value)
          ? [[name, String(value)]]
          : [];
      }),
    ) as { readonly [N in K]?: string };

export const pageSearch = {
  signIn: texts('error', 'to', 'returnTo'),
  enter: texts('to', 'returnTo'),
  me: texts('error'),
  issues: texts(
    'q',
    'status',
    'priority',
    'assignee',
    'project',
    'goal',
    'label',
    'blocked',
    'sort',
    'view',
    'ended',
  ),
  issue: (found: Found): { readonly first?: true } =>
    found['first'] === true ? { first: true } : {},
  runs: texts('agent', 'status'),
  run: texts('view'),
  agent: texts('view'),
  org: texts('view'),
  costs: texts('month', 'by', 'day', 'agent', 'project', 'issue'),
  settingsSection: texts('import'),
  activity: texts('who', 'about', 'action', 'day', 'event'),
};
