-- A short prefix is no condition of the index of words, because the index would read the words of
-- all companies that begin with it: the index finds what lies in the first query, and of these rows
-- the second one must match as well. Code of the release before calls the function with one query.

create function issue_matches(company uuid, in_index tsquery, asked tsquery, matches_max integer)
returns setof uuid language sql stable strict security definer
set enable_seqscan = off
begin atomic
  select distinct m.issue_id from (
    select t.issue_id from (
      select t.issue_id, t.words from issue_texts t
      where t.words @@ (('''' || ' ' || company || '''')::tsquery && in_index)
        and t.company_id = company
      -- Keeps the other query from being a condition of the index.
      offset 0
    ) t
    where t.words @@ asked
    limit matches_max * 4
  ) m
  limit matches_max;
end;
