/** Waiting for a condition, which is looked at after each change. */
export function openIdle() {
  const waiting = new Set<() => void>();
  return {
    /** Something has changed. */
    look: (): void => waiting.forEach((each) => each()),
    async until(holds: () => boolean): Promise<void> {
      if (holds()) return;
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (!holds()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    },
  };
}
