/**
 * What was tried against a running installation, and what was found by reading, in the order of the reviews; with the test
 * that tries it again. The page of security has the table; a test that is gone fails the build.
 */
export interface Attempt {
  readonly tries: string;
  readonly file: string;
  /** The title of the test, or of the row of its table. */
  readonly title: string;
}

const of = (tries: string, file: string, title: string): Attempt => ({ tries, file, title });

export const attemptsOfReviews: readonly Attempt[] = [
  of(
    'a program has its person led to an address that it has not registered',
    'services/gateway/test/oauth.test.ts',
    'leads nobody to %s, which is not registered',
  ),
  of(
    'a copied code, or a copied refresh token, of a program',
    'services/gateway/test/oauth-tokens.test.ts',
    'that comes again ends its whole family',
  ),
  of(
    'a token for the tools is used for the whole interface, or to sign in',
    'services/gateway/test/oauth-tokens.test.ts',
    'for the tools opens nothing else, and one for the interface no tools',
  ),
  of(
    'a stranger registers programs without end',
    'services/gateway/test/oauth-registration.test.ts',
    'is refused to an address that floods, and the longest unused program makes room',
  ),
  of(
    'an agent reads four lists at a time of its own long issues, comments or agents',
    'services/issues/test/long-rows.test.ts',
    'reads about an answer, and all pages each once',
  ),
  of(
    'a member closes a chain of agents to a ring, terminates it and reads the org chart',
    'services/agents/test/org.test.ts',
    'answers for a ring of terminated managers, and for an agent below it',
  ),
  of(
    'an agent hires a coding agent into a folder of its choice',
    'services/agents/test/folders-of-hires.test.ts',
    'is asked for where it is %s, and no run starts before it is approved',
  ),
  of(
    'the same where the board approves hires',
    'services/agents/test/hire-agent.test.ts',
    'lets the new agent wait for the board if the company requires approval',
  ),
  of(
    'the agents of one company take all streams',
    'services/gateway/src/feed/stream-slots.test.ts',
    'of the agents of one company leave a quarter to the other companies',
  ),
  of(
    'a small text that is a large table, in a page of the board',
    'e2e/board/every-page.test.ts',
    'keeps hostile text and its layout in place, passes axe',
  ),
  of(
    'one company holds all places with long runs',
    'services/scheduler/test/fair-shares.test.ts',
    'of one company, however long, leave the last quarter of the places to others: %s',
  ),
  of(
    'one company takes all users of a runner',
    'runner/test/isolation/users.test.ts',
    'are refused to a company that holds three quarters, and others still get some',
  ),
  of(
    'an agent books an absurd cost',
    'services/billing/test/implausible-cost.test.ts',
    'refuses an implausible cost from an agent and books it for the board',
  ),
  of(
    'an agent books a negative cost, or a token that may not decide books one at all',
    'services/billing/test/implausible-cost.test.ts',
    'refuses a cost below zero, and any cost from a user without manage_budgets',
  ),
  of(
    'a paused agent, or one of a stopped company, resumes, hires, invites or starts runs by its key',
    'e2e/rights/paused.test.ts',
    'is refused every write that is no report, and changes nothing',
  ),
  of(
    'a run writes what outlives it: keys, instructions, invites',
    'services/gateway/test/run-tokens.test.ts',
    'changes nothing that outlives its run',
  ),
  of(
    'an agent hires one with more money than it has, or with a timer below a minute',
    'services/agents/test/needs-board.test.ts',
    'waits for the board if an agent gives more than it has itself',
  ),
  of(
    'an owner who was removed goes on with a key of an agent or an invite',
    'services/gateway/test/leavers.test.ts',
    'ends with the membership, and what others have made does not',
  ),
  of(
    'an owner who was removed goes on with a webhook',
    'services/gateway/test/leavers.test.ts',
    'waits for an owner once its maker is removed',
  ),
  of(
    'an agent gives its report a role above its own',
    'services/agents/src/domain/grants.test.ts',
    'as %s gives the role %s: above %s',
  ),
  of(
    'an author hides words from the board that models read',
    'libs/contracts/src/hidden-characters.test.ts',
    'are found in a name, and written out in a text: %s',
  ),
  of(
    'a token reads or blocks the stored answer of another one',
    'services/gateway/test/token-limits.test.ts',
    'is of the limits of the token that it came with',
  ),
  of(
    'a viewer, or a token that only reads, calls every operation',
    'e2e/tenancy/suite.ts',
    'tried every route',
  ),
  of(
    'an owner, a limited token or an agent of another company, the same',
    'e2e/tenancy/suite.ts',
    'leaves the other company unchanged',
  ),
  of(
    'an engineer pauses, instructs, reads or wakes its CEO',
    'e2e/rights/rights.test.ts',
    'cannot $name',
  ),
  of(
    'a CEO changes what its report runs',
    'services/agents/test/needs-board.test.ts',
    'is not changed by an agent: %j',
  ),
  of('a run makes a key', 'services/gateway/test/run-tokens.test.ts', 'makes no key'),
  of(
    'an owner makes a webhook to an address inside',
    'services/gateway/test/webhooks.test.ts',
    'is refused for the address %s',
  ),
  of(
    'a page elsewhere reads and writes with the cookie',
    'services/gateway/test/page-sessions.test.ts',
    'reads, writes and follows nothing in the browser that is signed in',
  ),
  of(
    'another credential reads the secret of a stored answer',
    'services/gateway/test/agent-keys.test.ts',
    'creates one key for a repeated request and shows its token once',
  ),
  of(
    'a program works in `/`, `/proc`, the data folder or a home',
    'runner/test/isolation/work-in-folders.test.ts',
    'has no agent work in the system, /tmp, a home or what is of the runner, by links neither',
  ),
  of(
    'R1: compose publishes the gateway on all addresses',
    'deploy/test/compose.test.ts',
    'publishes the gateway on the loopback alone',
  ),
  of(
    'R2: images without digests',
    'deploy/test/compose.test.ts',
    'are refused by the check of production while one has a tag only',
  ),
  of(
    'R2: servers with all capabilities',
    'deploy/test/compose.test.ts',
    '%s has no capability that it has no use for',
  ),
  of(
    'R2: a Redis that takes everybody',
    'services/scheduler/test/redis.test.ts',
    'is kept by a user of Redis who may do nothing else',
  ),
  of(
    'R3: a service reaches any address',
    'deploy/test/installations.test.ts',
    'are the only ones that pods reach where their networks are named',
  ),
  of(
    'R4: a link whose text names another host',
    'e2e/board/every-page.test.ts',
    'keeps hostile text and its layout in place, passes axe',
  ),
  of(
    'R5: the compile cache and the pages lie where others write',
    'local/stack/environment.test.ts',
    'lies in a folder to which nobody else may write',
  ),
  of(
    'R6: a company stores without end',
    'libs/service-kit/test/storage-quota.test.ts',
    'refuses the write that goes above its rows, and keeps nothing of it',
  ),
  of(
    'R7: two names that look alike',
    'libs/contracts/src/hidden-names.test.ts',
    '%s takes no hidden character',
  ),
  of(
    'R8: an org chart that is deeper than a program can call itself',
    'services/agents/test/org.test.ts',
    'takes no new agent below its lowest level',
  ),
  of(
    'R9: a stranger has the gateway look for similar routes',
    'services/gateway/test/unknown-paths.test.ts',
    'gives a stranger no more than the refusal, whatever it is like',
  ),
  of(
    'R10: approving what was changed after it was read',
    'services/approvals/test/resubmit-approval.test.ts',
    'is approved only by who names the revision or the version that was read',
  ),
];
