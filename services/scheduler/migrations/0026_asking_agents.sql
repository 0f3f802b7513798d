-- When a remote agent last asked for its wake-ups: one that is away is offered nothing. Code of the
-- release before neither reads nor writes it, and offers runs whether their agents ask or not.

alter table roster add column asked_at timestamptz(3);
