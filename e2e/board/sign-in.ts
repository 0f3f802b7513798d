/** The doors of the board, as people go through them. */
import type { Page } from 'playwright-core';

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await enter(page);
}

export async function signInWithToken(page: Page, baseUrl: string, token: string): Promise<void> {
  await page.goto(baseUrl);
  await page.getByLabel('Board token').check();
  await page.locator('input[name=secret]').fill(token);
  await enter(page);
}

async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
}
