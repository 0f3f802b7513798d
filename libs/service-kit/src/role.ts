/**
 * The role that a service works as: it owns nothing and sees its own schema only. Where a service
 * has an address of its own, it signs in as that role; else it takes the role after signing in, so
 * that row-level security binds it even where the address is a superuser's. Roles belong to the
 * whole cluster, and setups run side by side.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

/** Somebody else has just made the same role, or the same grant. */
const MEANWHILE = new Set(['42710', '23505', 'XX000']);
const NOT_ALLOWED = '42501';
/** A role that does not exist, must not sign in, or has another password. */
const REFUSED_LOGIN = /^28/;
const ATTEMPTS_MAX = 5;
/** As many as Postgres itself takes. */
const SCRAM_ITERATIONS = 4_096;
const SCRAM_BYTES = 32;
const SALT_BYTES = 16;

/** Lets the role sign in with the password of this address, unless it can already. */
export async function ensureLogin(client: pg.Client, role: string, url: string): Promise<void> {
  const { username, password } = new URL(url);
  if (decodeURIComponent(username) !== role) {
    throw new Error(`the address of the database signs in as ${username}, not as ${role}`);
  }
  if (await signsIn(url)) return;
  const verifier = scramVerifier(decodeURIComponent(password), randomBytes(SALT_BYTES));
  await repeatedWhenMet(client, [
    `alter role ${role} login password ${client.escapeLiteral(verifier)}`,
  ]);
}

async function signsIn(url: string): Promise<boolean> {
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

/** What Postgres keeps of a password; sent instead of it, it leaves none in a log of statements. */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, SCRAM_BYTES, 'sha256');
  const keyed = (word: string) => createHmac('sha256', salted).update(word).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$` +
    `${stored}:${keyed('Server Key').toString('base64')}`;
}

/** Runs them again when somebody else changed the same role at the same time. */
async function repeatedWhenMet(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const statement of statements) await client.query(statement);
      return;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code ?? '' : '';
      if (!MEANWHILE.has(code) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** The migrating user may work as the role afterwards. */
export async function ensureRole(client: pg.Client, role: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { user, exists, member } = await standingOf(client, role);
    if (member) return;
    const statements = [
      ...(exists ? [] : [`create role ${role} nologin`]),
      `grant ${role} to ${client.escapeIdentifier(user)}`,
    ];
    try {
      for (const statement of statements) await client.query(statement);
      return;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code ?? '' : '';
      if (code === NOT_ALLOWED) {
        throw new Error(
          `the database user ${user} may not make the role ${role}; ` +
            `as one who may, run: ${statements.join('; ')};`,
          { cause: error },
        );
      }
      if (!MEANWHILE.has(code) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

interface Standing {
  readonly user: string;
  readonly exists: boolean;
  readonly member: boolean;
}

/** Until Postgres 16 a member could always work as the role; now it is a right of its own. */
async function standingOf(client: pg.Client, role: string): Promise<Standing> {
  const { rows } = await client.query<Standing>(`
    select current_user as user, r.oid is not null as exists,
      coalesce(pg_has_role(current_user, r.oid, case
        when current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER'
      end), false) as member
    from (select to_regrole($1) as oid) r`, [role]);
  return rows[0] as Standing;
}
