/** The code behind `#`, which leaves the address at once, so that it is in no history. */
export function takeCode(): string {
  const code = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
