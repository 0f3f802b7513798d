-- A session may have a second part that only its page knows, and may come from a board token,
-- with whose limits it acts and with which it ends. The token of such a session is the hash of
-- its cookie, which the last release's code never accepts: it refuses the session
-- instead of ignoring what binds it.
alter table sessions
  add column page_secret_hash bytea
    constraint sessions_page_secret_hash_is_sha256 check (length(page_secret_hash) = 32),
  add column board_token_id uuid references board_tokens on delete cascade;
create index sessions_by_board_token on sessions (board_token_id) where board_token_id is not null;
