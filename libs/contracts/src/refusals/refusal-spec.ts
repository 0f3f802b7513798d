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
    | 411
    | 412
    | 413
    | 415
    | 416
    | 421
    | 422
    | 429
    | 503;
  readonly title: string;
  readonly hint?: string;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable?: true;
  /**
   * Whether what others do can lift it, such as a claim, a pause or a right: a request that is repeated
   * with its idempotency key is then decided anew.
   */
  readonly liftedByOthers?: true;
}
