/** What is known of an adapter. */
import type { z } from 'zod';

export interface Adapter<Config extends z.ZodObject> {
  readonly summary: string;
  readonly config: Config;
  /** Keys whose values are always secret: a text, or each value of an object. */
  readonly secretKeys: readonly KeyOf<Config>[];
  /** Keys whose values are paths; `instructions-path` sets the first by default. */
  readonly pathKeys: readonly KeyOf<Config>[];
  /** Keys that decide which program runs on the scheduler's machine, and how. */
  readonly commandKeys: readonly KeyOf<Config>[];
  /** Keys that decide where a call goes. */
  readonly destinationKeys: readonly KeyOf<Config>[];
  /** Whether a caller of `instructions-path` may leave the key out. */
  readonly hasDefaultPath: boolean;
  /** A valid configuration. */
  readonly example: z.input<Config>;
}
type KeyOf<Config extends z.ZodObject> = keyof z.output<Config> & string;

export const adapter = <Config extends z.ZodObject>(spec: Adapter<Config>): Adapter<Config> => spec;
