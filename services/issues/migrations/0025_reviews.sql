-- Who has handed an issue over for review, the agent that is to decide, and how often it was handed
-- over. Null and 0 for what has not been in review; code of the release before neither reads nor
-- writes them, and what it moves to review stands in the inbox of the board.
alter table issues
  add column review_author_agent_id uuid,
  add column review_agent_id uuid,
  add column review_rounds integer not null default 0;
