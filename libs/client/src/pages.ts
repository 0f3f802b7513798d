/** Lists: awaited they are their first page; iterated, all of their items, page by page. */

export interface Page<Of> {
  readonly items: readonly Of[];
  /** `cursor` of the next page; undefined after the last one. */
  readonly nextCursor: string | undefined;
}

export interface Pages<Of> extends PromiseLike<Page<Of>>, AsyncIterable<Of> {}

/** Nothing is read before the list is awaited or iterated. */
export function pagesOf<Of>(read: (cursor?: string) => Promise<Page<Of>>): Pages<Of> {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- awaiting a list reads its first page
    then: (kept, failed) => read().then(kept, failed),
    async *[Symbol.asyncIterator]() {
      let page = await read();
      for (;;) {
        yield* page.items;
        if (page.nextCursor === undefined) return;
        page = await read(page.nextCursor);
      }
    },
  };
}
