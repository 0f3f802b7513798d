/** What went wrong at an identity provider, in words: the browser comes back with a code only. */
const words: Readonly<Record<string, string>> = {
  identity_provider_failed:
    'The identity provider has not signed you in. Try again, or use another way: an identity signs ' +
    'you in once you have linked it on your own page.',
  no_identity_provider: 'This installation has no identity provider. Use another way to sign in.',
  misdirected_request: 'Sign-in is not served under this address. Use the public one.',
};

export const providerFault = (code: string): string =>
  words[code] ?? 'The sign-in at the identity provider has failed. Try again, or use another way.';
