-- Release 0.1.0 has moved the secrets that earlier code stored inline; none is stored so now.
-- Code of the release before reads the column and finds nothing to move. Rows that are left are of
-- a database on which 0.1.0 has never run.
do $$
begin
  if exists (select from agents where not secrets_kept)
    or exists (select from config_revisions where not secrets_kept)
  then
    raise exception 'agents still have secrets inline: start release 0.1.0 on this database first';
  end if;
end $$;
drop index agents_with_secrets;
drop index config_revisions_with_secrets;
