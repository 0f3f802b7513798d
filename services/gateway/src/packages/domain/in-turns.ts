/** Work that may be left after each file, so that others are answered before it goes on. */
export type InTurns<T> = Generator<undefined, T>;
