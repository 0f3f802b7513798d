/**
 * What becomes of the rows of each table: they go by their age, or something caps their number, or they
 * are kept for a reason. A new table gets a line here; a test fails for one that has none.
 */
export type Fate =
  | { readonly aged: string }
  | { readonly capped: string }
  | { readonly kept: string };

const aged = (when: string): Fate => ({ aged: when });
const capped = (by: string): Fate => ({ capped: by });
const kept = (because: string): Fate => ({ kept: because });

const copyOf = (what: string): Fate => kept(`a copy, with a row for each ${what}`);
const sums = kept('sums of costs, with a row a month for each budget');

/** In the schema of each service. */
export const kitTables: Readonly<Record<string, Fate>> = {
  events: kept('it is the audit trail and the source of every copy; **it grows**, see above'),
  event_heads: kept('a row for each company'),
  relay_positions: kept('a row for each company, written by former releases alone'),
  cursors: kept('a row for each company and service that it follows'),
  failures: capped('a row for each reaction, company and service that it follows'),
  dead_letters: kept('an operator decides about each; one that was skipped keeps the reason'),
  subscriptions: kept('a row for each former release'),
  backfills: kept('rows of former releases, which none is added to'),
  joins: capped('a row while the state of a company is copied'),
  bulk_effects: capped('a row while an effect is in progress'),
  erasures: kept('a row for each company that was erased, with its id and numbers'),
  requests: aged('48 hours after the answer'),
  refused_requests: aged('48 hours after the refusal'),
  migrations: kept('a row for each migration'),
};

export const serviceTables: Readonly<Record<string, Readonly<Record<string, Fate>>>> = {
  agents: {
    companies: kept('a company is archived, and goes when an owner has it erased'),
    company_erasures: kept('a row for each company that was erased: who wanted it, and when'),
    erasure_receipts: kept('a row for each of them and service, with numbers of rows'),
    company_keys: kept('a row for each company'),
    agents: kept('an agent is terminated, never deleted: work and costs name it'),
    agent_months: sums,
    company_months: sums,
    spent_company_budgets: capped('a row while a budget is spent'),
    budget_raises: kept('a row for each raise that was approved: none may be made twice'),
    requested_changes: capped('a row while a change waits for its approval'),
    config_revisions: capped('the last 100 of an agent'),
    instructions: capped('the last 100 versions of an agent'),
    skills: capped('100 for each company'),
    skill_revisions: capped('the last 100 versions of a skill'),
    agent_skills: capped('15 for each agent'),
    secrets: kept('they are in use until somebody deletes them'),
    secret_uses: kept('a row for each secret that the configuration of an agent names'),
  },
  approvals: {
    approvals: kept('decisions, with who made them'),
    approval_comments: kept('what was said about a decision'),
    approval_issues: capped('200 for each approval'),
    agent_limits: copyOf('agent'),
    agents: copyOf('agent'),
    companies: copyOf('company'),
    issues: copyOf('issue'),
    secrets: copyOf('secret'),
  },
  billing: {
    cost_events: kept('every cent that was spent'),
    cost_sums: kept('sums of costs, with a row for each day or month and what it was spent on'),
    agent_months: sums,
    company_months: sums,
    project_months: sums,
    run_usages: aged('with the reservation of the run; those of unusual costs are kept'),
    reservations: aged('`RETENTION_RESERVATIONS_DAYS` (90) after they were made, when settled'),
    audits: kept('a row for each company'),
    company_zones: kept('a row for each time that a company changed its time zone'),
    agents: copyOf('agent'),
    companies: copyOf('company'),
    goals: copyOf('goal'),
    issues: copyOf('issue'),
    projects: copyOf('project'),
  },
  gateway: {
    users: kept('a user is disabled, never deleted: activity names it'),
    accounts: kept('a row or two for each user'),
    memberships: kept('a row for each member of a company'),
    user_invitations: kept('a row for each user who was invited'),
    board_tokens: kept('people make them, and one that has ended says who acted by it'),
    agent_keys: kept('people make them, and one that was revoked says so'),
    hooks: capped('100 for each company'),
    hook_deliveries: aged('30 days'),
    package_imports: aged('90 days after they began'),
    package_import_rows: aged('90 days after their import began'),
    webhooks: capped('20 for each company'),
    webhook_deliveries: aged(
      '`RETENTION_DELIVERIES_DAYS` (7) after they succeeded, `RETENTION_DEAD_DELIVERIES_DAYS` (90) after they were given up',
    ),
    account_activity: aged('400 days after the action'),
    sessions: aged('when they expire'),
    verifications: aged('when they expire'),
    sign_in_links: aged('when they expire'),
    oauth_authorizations: aged('a day after they expire'),
    oauth_clients: aged(
      'a day after they registered if nobody allowed them anything, else 400 days after the last time',
    ),
    oauth_grants: kept('each belongs to a board token'),
    sign_in_attempts: aged(
      'an hour after a failure, `RETENTION_SIGN_INS_DAYS` (30) after a success',
    ),
    invites: aged('30 days after they expire'),
    join_requests: aged('30 days after they expire'),
    runs: aged('30 days after their end'),
    refusals_of_runs: aged('90 days after the start of the run'),
    agents: copyOf('agent'),
    companies: copyOf('company'),
  },
  issues: {
    issues: kept('the work, and its history'),
    issue_texts: kept('the words of issues, for searches'),
    issue_labels: kept('a row for each label of an issue'),
    issue_counts: kept('a row for each company'),
    comments: kept('what was said about the work'),
    holds: kept('a row for each issue or project that is held'),
    waits: aged('`RETENTION_WAITS_DAYS` (90) after they have ended; 20 open ones an issue at most'),
    given_up_issues: capped('a row for each issue, until the next run for it begins'),
    questions: aged('`RETENTION_QUESTIONS_DAYS` after their end; at most 50 of an issue are open'),
    bulk_changes: aged('30 days after its last issue'),
    documents: aged('30 days after it was deleted; 100 of an issue, a project or a company'),
    document_versions: capped('the last 50 of a document, of long ones 4 MB besides the newest'),
    routines: aged('90 days after it was archived; a company has 1,000 at most'),
    routine_firings: aged('90 days'),
    routine_months: aged('400 days after their last cost; a row for each month of a routine'),
    company_zones: copyOf('company'),
    files: capped(
      '500 of an issue; a day after its deletion, or after its upload broke off, a row is deleted with its bytes',
    ),
    file_months: aged('400 days after the month; a row for each month of a company'),
    labels: kept('they are in use until somebody deletes them'),
    projects: kept('work and costs name them'),
    goals: kept('work and costs name them'),
    workspaces: kept('they are in use until somebody deletes them'),
    asked_approvals: aged('7 days after the decision'),
    approved_strategies: kept('a row for each company'),
    companies: copyOf('company'),
    members: copyOf('member'),
    member_positions: kept('a row for each user who was a member: a late event must undo nothing'),
    roster: copyOf('agent'),
  },
  scheduler: {
    runs: aged('`RETENTION_RUNS_DAYS` (90) after their end'),
    run_messages: capped('50 of a run, and they go with it; 20 wait for an agent'),
    run_log: aged(
      'before their run; a log has at most 1 MB: 256 KB of its beginning and 768 KB of its end',
    ),
    wakeups: aged(
      '`RETENTION_WAKEUPS_DAYS` (30) after they were made, when they have done their work',
    ),
    schedules: capped('a row for each agent with a timer'),
    sessions: capped('a number of the newest for each agent'),
    skips: capped('a row for each agent and reason'),
    quotas: kept('a row for each group of agents that share a quota'),
    work: copyOf('open issue of an agent'),
    work_positions: kept(
      'about 100 bytes for each issue, which is kept, too: a late event must not undo a newer one',
    ),
    companies: copyOf('company'),
    roster: copyOf('agent'),
  },
};

const ofPeople = 'no: it is of a person, or of the installation';
const ofAnswer = 'answers to its agents, and those that name it';
const ofReceipt = 'no: ids and numbers are what is left of it';

/**
 * What an erased company takes from a table, where that is not simply its rows, which the worker of each service
 * finds by their `company_id`. A table without that column has a line here; a test fails for one that has none.
 */
export const erasedOtherwise: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  each: {
    erasures: ofReceipt,
    migrations: 'no: it is of the schema',
    subscriptions: 'no: it is of a release',
    cursors: 'its rows, last of all: until then they hold off what still comes',
    requests: ofAnswer,
    refused_requests: ofAnswer,
  },
  agents: { company_erasures: ofReceipt, erasure_receipts: ofReceipt },
  gateway: {
    account_activity: ofPeople,
    accounts: ofPeople,
    board_tokens: 'its id, in tokens that are for it alone',
    sessions: ofPeople,
    sign_in_attempts: ofPeople,
    sign_in_links: ofPeople,
    oauth_authorizations: ofPeople,
    oauth_clients: ofPeople,
    oauth_grants: ofPeople,
    users: ofPeople,
    verifications: ofPeople,
  },
  issues: { files: 'its rows, each after its bytes' },
};
