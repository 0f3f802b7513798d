-- Whether the board holds the issue of a wake-up, as far as events tell. Null: nothing was heard.
-- Code of the release before neither reads nor writes it, and wakes for what is held.
alter table work_positions add column is_held boolean;
