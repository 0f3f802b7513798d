/** What the catalogue states about a refusal. */
export interface RefusalSpec {
  readonly status:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 409
    | 410
    | 412
    | 413
    | 415
    | 421
    | 422
    | 429
    | 503;
  readonly title: string;
  readonly hint?: string;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable?: true;
}
