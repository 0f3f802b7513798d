-- When the end of its children wakes the assignee of an issue. Code of the release before neither
-- reads nor writes the column: what it creates has the default.
create type wake_on_children as enum ('settled', 'each', 'none');
alter table issues add column wake_on_children wake_on_children not null default 'settled';
