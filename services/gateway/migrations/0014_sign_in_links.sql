-- Codes that sign in once: of a link that a board token made, or of a sign-in at the provider,
-- which only the page that began it may finish. A used code is deleted. The last release's
-- code knows none.
create table sign_in_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  board_token_id uuid references board_tokens on delete cascade
    constraint sign_in_links_one_for_each_token unique,
  code_hash bytea not null constraint sign_in_links_code_unique unique
    constraint sign_in_links_code_hash_is_sha256 check (length(code_hash) = 32),
  page_secret_hash bytea
    constraint sign_in_links_page_secret_hash_is_sha256 check (length(page_secret_hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint sign_in_links_of_a_token_or_a_page
    check ((board_token_id is null) <> (page_secret_hash is null))
);
create index sign_in_links_by_expiry on sign_in_links (expires_at);
