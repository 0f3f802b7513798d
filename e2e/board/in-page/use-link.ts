/** Tries to use a sign-in link of an installation; answers with the cookies that this page has then. */
export async function useLink({ board, code }: { board: string; code: string }): Promise<string> {
  const body = JSON.stringify({ code, pageSecret: 'A'.repeat(43) });
  for (const mode of ['cors', 'no-cors'] as const) {
    await fetch(`${board}/api/auth/sign-in/link`, {
      method: 'POST',
      mode,
      credentials: 'include',
      headers: { 'content-type': mode === 'cors' ? 'application/json' : 'text/plain' },
      body,
    }).catch(() => undefined);
  }
  return document.cookie;
}
