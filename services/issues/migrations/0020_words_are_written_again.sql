-- outside a transaction
-- The words of all issues are written again in steps, by processes of this release: they divide
-- paths, identifiers and texts without spaces. Until then an issue is found by the words that it
-- has. The release before leaves effects that it does not know to others.
-- step
do $$
declare
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    with batch as (
      select c.company_id from companies c
      where c.company_id > last and c.issue_counter > 0 order by c.company_id limit 1000
    ), added as (
      insert into bulk_effects (company_id, name, subject_id, cause)
      select b.company_id, 'reword_issues', b.company_id, jsonb_build_object(
        'actor', jsonb_build_object('type', 'service', 'id', 'issues', 'name', 'issues'),
        'runId', null, 'requestId', null, 'clientRequestId', null, 'causedBy', null,
        'traceparent', null
      )
      from batch b
      on conflict (company_id, name, subject_id) do nothing
    )
    select (array_agg(b.company_id order by b.company_id desc))[1] into last from batch b;
    exit when last is null;
    commit;
  end loop;
end $$;
