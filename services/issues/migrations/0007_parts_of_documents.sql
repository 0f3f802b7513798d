-- The document of a long thread goes on in further parts: a comment costs no more the more has been
-- said before it, and old comments are still found. Every part has the company's word and what the
-- issue says itself. Old code adds a comment to all parts, which finds it as well.

alter table issue_texts add column part integer not null default 0;
alter table issue_texts drop constraint issue_texts_pkey;
alter table issue_texts add primary key (issue_id, part);

-- Answers with each issue once. Of issues that match in many parts fewer may be among as many parts
-- as are looked at; that many matches are not ranked whole in any case.
create or replace function issue_matches(company uuid, asked tsquery, matches_max integer)
returns setof uuid language sql stable strict security definer
set enable_seqscan = off
begin atomic
  select distinct m.issue_id from (
    select t.issue_id from issue_texts t
    where t.words @@ (('''' || ' ' || company || '''')::tsquery && asked)
      and t.company_id = company
    limit matches_max * 4
  ) m
  limit matches_max;
end;
