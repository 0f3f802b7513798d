/** The memory meant for events that wait: a limited number of them, and of their bytes. */

export interface Held {
  readonly events: number;
  readonly bytes: number;
}

export interface EventMemory {
  take(held: Held): void;
  release(held: Held): void;
  isFull(): boolean;
  /** Resolves when it is no longer full. */
  room(): Promise<void>;
}

export function openEventMemory(max: Held): EventMemory {
  let events = 0;
  let bytes = 0;
  let room = Promise.withResolvers<void>();
  const isFull = (): boolean => events >= max.events || bytes >= max.bytes;
  return {
    isFull,
    room: () => (isFull() ? room.promise : Promise.resolve()),
    take(held) {
      events += held.events;
      bytes += held.bytes;
    },
    release(held) {
      events -= held.events;
      bytes -= held.bytes;
      if (isFull()) return;
      room.resolve();
      room = Promise.withResolvers();
    },
  };
}
