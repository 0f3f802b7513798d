/** Light, dark, or what the system says; kept in this browser. */
export type Theme = 'system' | 'light' | 'dark';
const KEY = 'muster.theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

export const theme = (): Theme =>
  themes.find((each) => each === localStorage.getItem(KEY)) ?? 'system';

export function setTheme(next: Theme): void {
  localStorage.setItem(KEY, next);
  showTheme();
}

export function showTheme(): void {
  document.documentElement.dataset['theme'] = theme();
}
