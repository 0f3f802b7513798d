/** An error of an OAuth endpoint, in the words of RFC 6749 and of the RFCs that add to it. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'temporarily_unavailable';

export class OauthFault extends Error {
  readonly error: OauthErrorCode;
  readonly status: number;

  constructor(error: OauthErrorCode, description: string, status = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}
