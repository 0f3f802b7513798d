/**
 * The role that a service works as: it owns nothing and sees its own schema only. A service with a
 * URL of its own signs in as that role; otherwise it sets the role after signing in, so that
 * row-level security applies even if the URL is a superuser's. Roles belong to the whole Postgres
 * cluster, and setups run concurrently.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

/** SQLSTATEs of a concurrent setup that makes the same role or grant. */
const CONCURRENT_CHANGE = new Set(['42710', '23505', 'XX000']);
const NOT_ALLOWED = '42501';
/** SQLSTATE class of a role that does not exist, may not sign in, or has another password. */
const REFUSED_LOGIN = /^28/;
const ATTEMPTS_MAX = 5;
/** Postgres' own default. */
const SCRAM_ITERATIONS = 4_096;
const SCRAM_BYTES = 32;
const SALT_BYTES = 16;

/** Lets the role sign in with the password of this URL, unless it can already. */
export async function ensureLogin(client: pg.Client, role: string, url: string): Promise<void> {
  const { username, password } = new URL(url);
  if (decodeURIComponent(username) !== role) {
    throw new Error(`the database URL signs in as ${username}, not as ${role}`);
  }
  if (await canSignIn(url)) return;
  const verifier = scramVerifier(decodeURIComponent(password), randomBytes(SALT_BYTES));
  await runWithRetry(client, [
    `alter role ${role} login password ${client.escapeLiteral(verifier)}`,
  ]);
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && REFUSED_LOGIN.test(error.code ?? '')) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** What Postgres stores of a password; sent instead, it keeps the password out of statement logs. */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, SCRAM_BYTES, 'sha256');
  const keyed = (label: string) => createHmac('sha256', salted).update(label).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return (
    `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$` +
    `${stored}:${keyed('Server Key').toString('base64')}`
  );
}

/** Repeats the statements after a concurrent change of the same role. */
async function runWithRetry(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const statement of statements) await client.query(statement);
      return;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
      if (!CONCURRENT_CHANGE.has(code) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** Makes the role, and lets the migrating user set it. */
export async function ensureRole(client: pg.Client, role: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { user, exists, member } = await membershipOf(client, role);
    if (member) return;
    const statements = [
      ...(exists ? [] : [`create role ${role} nologin`]),
      `grant ${role} to ${client.escapeIdentifier(user)}`,
    ];
    try {
      for (const statement of statements) await client.query(statement);
      return;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
      if (code === NOT_ALLOWED) {
        throw new Error(
          `the database user ${user} may not create the role ${role}; ` +
            `as a user who may, run: ${statements.join('; ')};`,
          { cause: error },
        );
      }
      if (!CONCURRENT_CHANGE.has(code) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

interface RoleMembership {
  readonly user: string;
  readonly exists: boolean;
  readonly member: boolean;
}

/** Before Postgres 16 every member could set the role; since then it is a privilege of its own. */
async function membershipOf(client: pg.Client, role: string): Promise<RoleMembership> {
  const { rows } = await client.query<RoleMembership>(
    `
    select current_user as user, r.oid is not null as exists,
      coalesce(pg_has_role(current_user, r.oid, case
        when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER'
      end), false) as member
    from (select to_regrole($1) as oid) r`,
    [role],
  );
  return rows[0] as RoleMembership;
}
