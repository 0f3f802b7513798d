/**
 * The connections of the sign-in library. It compares times as dates, where everything else here
 * takes the text that Postgres sends; and it sees no company's rows, since nobody names a company
 * to them.
 */
import { openPool, type Log } from '@muster/service-kit';
import pg from 'pg';

/** Signing in is rare, and a session that is in use is looked at about once a second. */
const CONNECTIONS_MAX = 3;
const TIMESTAMPTZ = 1184;

export const openSignInPool = ({ options }: pg.Pool, log: Log): pg.Pool =>
  openPool({
    ...options,
    max: CONNECTIONS_MAX,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === TIMESTAMPTZ
          ? dateOf
          : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
    },
  }, log);

/** `2026-11-20 18:12:00.12+00`: sessions of the database run in UTC. */
const dateOf = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00`);
