-- Positions that the comments of a part have taken: a word keeps 255 of them, so a part ends before
-- further words would be neighbours of none. Code of the release before writes none.
alter table issue_texts add column positions integer not null default 0;

-- Answers with the issue of each part that matches, so that whoever asks knows whether there are
-- more parts than were looked at. The index finds what lies in the first query, and of these parts
-- the second one must match as well. Code of the release before asks `issue_matches`.
create function issue_parts(company uuid, in_index tsquery, asked tsquery, parts_max integer)
returns setof uuid language sql stable strict security definer
set enable_seqscan = off
begin atomic
  select t.issue_id from (
    select t.issue_id, t.words from issue_texts t
    where t.words @@ (('''' || ' ' || company || '''')::tsquery && in_index)
      and t.company_id = company
    -- Keeps the other query from being a condition of the index.
    offset 0
  ) t
  where t.words @@ asked
  limit parts_max;
end;
