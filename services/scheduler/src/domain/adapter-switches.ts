/**
 * Which adapters that start programs the operator has turned on: `alpha_local,process=<id>|<id>` is
 * alpha_local for every company and process for two of them. Adapters of agents that run elsewhere
 * are always on, because they start nothing here.
 */
import { AdapterType, CliAgentType, Id, type InstalledAdapters } from '@muster/contracts';

const Switched = AdapterType.extract([
  ...(['process', 'alpha_local', 'beta_local'] as const),
  ...CliAgentType.options,
]);
const isSwitched = (text: string): text is SwitchedAdapter => Switched.safeParse(text).success;
export type SwitchedAdapter = (typeof Switched.options)[number];

/** Ids of companies in lower case, or every company. */
type Companies = ReadonlySet<string> | 'all';
export type AdapterSwitches = ReadonlyMap<SwitchedAdapter, Companies>;

interface ParsedSwitches {
  readonly switches: AdapterSwitches;
  readonly faults: readonly string[];
}

function parseSwitches(text: string): ParsedSwitches {
  const switches = new Map<SwitchedAdapter, Companies>();
  const faults: string[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [name = '', ...rest] = entry.split('=').map((part) => part.trim());
    if (!isSwitched(name)) faults.push(`${name} is none of ${Switched.options.join(', ')}`);
    else if (switches.has(name)) faults.push(`${name} is named twice`);
    else {
      const companies = rest.length === 0 ? 'all' : companiesOf(rest.join('='));
      if (companies === undefined) faults.push(`${name}= needs ids of companies, separated by |`);
      else switches.set(name, companies);
    }
  }
  return { switches, faults };
}

/** Nothing if one of them is no id. */
function companiesOf(text: string): Companies | undefined {
  const ids = text.split('|').map((part) => part.trim().toLowerCase());
  return ids.every((id) => Id.safeParse(id).success) ? new Set(ids) : undefined;
}

/** What is wrong with the setting, one sentence each. */
export const faultsOfSwitches = (text: string): readonly string[] => parseSwitches(text).faults;

export const readSwitches = (text: string): AdapterSwitches => parseSwitches(text).switches;

/**
 * Adapters that start agents in these companies: those that are on and have a program, and those of agents
 * that run elsewhere.
 */
export function installedAdapters(
  switches: AdapterSwitches,
  hasProgram: Readonly<Record<SwitchedAdapter, boolean>>,
  scope: readonly string[] | 'all',
): InstalledAdapters['adapters'] {
  return AdapterType.options.flatMap((type): InstalledAdapters['adapters'] => {
    if (!isSwitched(type)) return [{ type, companies: null }];
    const on = switches.get(type);
    if (on === undefined || !hasProgram[type]) return [];
    if (on === 'all') return [{ type, companies: null }];
    const companies = [...on].filter((id) => scope === 'all' || scope.includes(id));
    return companies.length === 0 ? [] : [{ type, companies }];
  });
}

export const isSwitchedOn = (
  switches: AdapterSwitches,
  adapter: SwitchedAdapter,
  companyId: string,
): boolean => {
  const companies = switches.get(adapter);
  return companies === 'all' || companies?.has(companyId) === true;
};
