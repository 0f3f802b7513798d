/**
 * Replays the billing log of a company: each crossing of 80 % and of 100 % is emitted at once and only
 * once, a budget is restored only if it has room, and nothing is reserved of a spent budget. Limits
 * change only while their budget is spent, and the log has each change.
 */

const WARN_PERCENT = 80;

export type Entry =
  | {
      readonly action: 'cost.recorded';
      readonly agentId: string;
      readonly month: string;
      readonly costCents: number;
    }
  | { readonly action: 'budget.reserved'; readonly agentId: string }
  | {
      readonly action: 'budget.warned' | 'budget.exhausted' | 'budget.restored';
      /** Null: the budget of the company. */
      readonly agentId: string | null;
      readonly limitCents: number;
      readonly spentCents: number;
    };

export interface Terms {
  /** The month of the log; costs of other months cross nothing. */
  readonly month: string;
  /** By agent id, and under `company`; without an entry there is no limit. */
  readonly limits: ReadonlyMap<string, number>;
}

interface Account {
  limitCents: number;
  spentCents: number;
  warned: boolean;
  exhausted: boolean;
  /** Events that have to be emitted next. */
  due: string[];
}

const COMPANY = 'company';

export function faultsOfCrossings(log: readonly Entry[], { month, limits }: Terms): string[] {
  const faults: string[] = [];
  const accounts = new Map<string, Account>();
  const accountOf = (name: string): Account => {
    const known = accounts.get(name) ?? {
      limitCents: limits.get(name) ?? 0,
      spentCents: 0,
      warned: false,
      exhausted: false,
      due: [],
    };
    accounts.set(name, known);
    return known;
  };
  for (const [index, entry] of log.entries()) {
    const report = (name: string, fault: string): number =>
      faults.push(`entry ${index}, ${entry.action} of ${name}: ${fault}`);
    if (entry.action === 'cost.recorded') {
      if (entry.month !== month) continue;
      for (const name of [entry.agentId, COMPANY]) {
        const account = accountOf(name);
        if (account.due.length > 0)
          report(name, `${account.due.join(', ')} was not emitted before`);
        spend(account, entry.costCents);
      }
    } else if (entry.action === 'budget.reserved') {
      for (const name of [entry.agentId, COMPANY]) {
        if (accountOf(name).exhausted) report(name, 'nothing is left of it');
      }
    } else {
      const name = entry.agentId ?? COMPANY;
      const account = accountOf(name);
      if (entry.spentCents !== account.spentCents) report(name, `${account.spentCents} are spent`);
      const fault =
        entry.action === 'budget.restored'
          ? restore(account, entry.limitCents)
          : announce(account, entry.action, entry.limitCents);
      if (fault) report(name, fault);
    }
  }
  for (const [name, { due }] of accounts) {
    if (due.length > 0) faults.push(`${due.join(', ')} of ${name} was never emitted`);
  }
  return faults;
}

const isOver = ({ limitCents, spentCents }: Account, percent: number): boolean =>
  limitCents > 0 && spentCents * 100 >= limitCents * percent;

function spend(account: Account, cents: number): void {
  account.spentCents += cents;
  account.due = [
    ...(isOver(account, WARN_PERCENT) && !account.warned ? ['budget.warned'] : []),
    ...(isOver(account, 100) && !account.exhausted ? ['budget.exhausted'] : []),
  ];
}

function announce(
  account: Account,
  action: 'budget.warned' | 'budget.exhausted',
  limitCents: number,
): string | undefined {
  account[action === 'budget.warned' ? 'warned' : 'exhausted'] = true;
  if (account.due.shift() !== action) return 'nothing was crossed';
  return limitCents === account.limitCents ? undefined : `its limit is ${account.limitCents}`;
}

function restore(account: Account, limitCents: number): string | undefined {
  const wasExhausted = account.exhausted;
  account.limitCents = limitCents;
  account.exhausted = false;
  account.warned = isOver(account, WARN_PERCENT);
  if (!wasExhausted) return 'it was not spent';
  return isOver(account, 100) ? 'it has no room' : undefined;
}
