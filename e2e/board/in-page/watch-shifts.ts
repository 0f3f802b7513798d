interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Keeps how far what is shown has moved by itself, until it is asked for; each entry with what moved. */
export function watchShifts(): void {
  const page: typeof globalThis & { takeShifts?: () => [moved: number, what: string] } = globalThis;
  let shifts: Shift[] = [];
  const keep = (entries: readonly PerformanceEntry[]): void =>
    void shifts.push(...(entries as readonly Shift[]));
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  const nameOf = ({ sources }: Shift): string =>
    sources
      .map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : 'what is gone'))
      .join(', ');
  page.takeShifts = () => {
    keep(observer.takeRecords());
    const taken = shifts;
    shifts = [];
    const moved = taken.reduce((sum, { value }) => sum + value, 0);
    return [moved, taken.map(nameOf).join('; ')];
  };
}
