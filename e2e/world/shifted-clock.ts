/**
 * A preload that shifts the clocks of a service, its own and the one of its statements, by the
 * milliseconds that a file holds when the process starts: `--import=<this file>?<the other file>`.
 * Moments in the future of Postgres itself, such as defaults of columns, are not shifted.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const file = new URL(decodeURIComponent(new URL(import.meta.url).search.slice(1)));
const shiftMs = Number(readFileSync(fileURLToPath(file), 'utf8'));
if (!Number.isSafeInteger(shiftMs)) throw new Error(`no milliseconds in ${file.href}`);

const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + shiftMs] : args, newTarget),
  get: (target, key) => (key === 'now' ? () => RealDate.now() + shiftMs : Reflect.get(target, key)),
});

const CLOCKS = /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)/g;

const shifted = (text: string): string =>
  text.replaceAll(CLOCKS, `($& + interval '${shiftMs} milliseconds')`);

const client = pg.Client.prototype as unknown as {
  query(this: unknown, config: string | { text: string }, ...rest: unknown[]): unknown;
};
const { query } = client;
client.query = function shiftedQuery(config, ...rest) {
  const at =
    typeof config === 'string' ? shifted(config) : { ...config, text: shifted(config.text) };
  return query.call(this, at, ...rest);
};
