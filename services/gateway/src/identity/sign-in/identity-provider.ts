/** Id of the only identity provider; a segment of the callback path. */
export const PROVIDER = 'oidc';
/** The library redirects here when the provider refuses; the gateway turns it into a refusal. */
export const FAILED_PATH = '/api/auth/failed';
/** The same for a signed-in user who links an identity; below the other path. */
export const LINKING_FAILED_PATH = `${FAILED_PATH}/link`;
