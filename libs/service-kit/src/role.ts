/**
 * The role that a service works as: it owns nothing and may sign in nowhere, so that row-level
 * security binds the service even where the address of the database is a superuser's. Roles belong
 * to the whole cluster, and services start side by side.
 */
import pg from 'pg';

/** Somebody else has just made the same role, or the same grant. */
const MEANWHILE = new Set(['42710', '23505', 'XX000']);
const NOT_ALLOWED = '42501';
const ATTEMPTS_MAX = 5;

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
