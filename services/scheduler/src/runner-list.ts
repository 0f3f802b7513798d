/** The runners of this installation, as the operator lists them in MUSTER_RUNNERS. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';

const Word = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'not a name such as pool-0');

/** An IPv6 address is in brackets. */
const HOST_PORT = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<host>[^\s:/[\]]+)):(?<port>\d{1,5})$/i;

const Address = z.string().transform((text, context) => {
  const { v6, host = v6, port } = HOST_PORT.exec(text)?.groups ?? {};
  if (host !== undefined && Number(port) >= 1 && Number(port) <= 65_535) {
    return { host, port: Number(port) };
  }
  context.addIssue('not host:port');
  return z.NEVER;
});

export const RunnerSettings = z.strictObject({
  name: Word,
  address: Address,
  /** A file with the key that the scheduler and this runner share. */
  keyFile: z.string().refine(isAbsolute, 'not an absolute path'),
  labels: z.array(Word).default([]),
  companies: z.array(z.uuid()).min(1).optional(),
});
export type RunnerSettings = z.output<typeof RunnerSettings>;

const All = z
  .array(RunnerSettings)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name comes twice');

/** Faults name the entry and the rule. */
export const RunnerList = z.string().transform((text, context) => {
  const parsed = All.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    context.addIssue(path.length === 0 ? message : `${path.join('.')}: ${message}`);
  }
  return z.NEVER;
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
