/**
 * Connections of the sign-in library. It needs timestamps as dates, while all other code takes the
 * text that Postgres sends. The connections set no company, so row-level security hides every
 * company's rows from them.
 */
import { openPool, type Logger } from '@muster/service-kit';
import pg from 'pg';

/** Signing in is rare, and a session in use is read about once a second. */
const CONNECTIONS_MAX = 3;
const TIMESTAMPTZ = 1184;

export const openSignInPool = ({ options }: pg.Pool, log: Logger): pg.Pool =>
  openPool(
    {
      ...options,
      max: CONNECTIONS_MAX,
      types: {
        getTypeParser: ((oid: number, format?: 'text') =>
          oid === TIMESTAMPTZ
            ? dateOf
            : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
      },
    },
    log,
  );

/** Parses `2026-11-20 18:12:00.12+00`; database sessions run in UTC. */
const dateOf = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00`);
