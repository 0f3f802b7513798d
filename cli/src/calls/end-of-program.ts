/** Aborted when a person or a program ends this one, so that a command can close what it has opened. */
export function endOfProgram(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => ended.abort());
  }
  return ended.signal;
}
