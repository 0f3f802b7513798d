-- Finds the open invitations to an address, of an inviter, and to the instance. Code from before
-- works as it did: it makes an existing user a member at once.

create index user_invitations_open_by_email on user_invitations (email, created_at)
  where accepted_at is null and revoked_at is null;
create index user_invitations_open_by_inviter on user_invitations (invited_by)
  where accepted_at is null and revoked_at is null;
create index user_invitations_to_instance on user_invitations (created_at, id)
  where company_id is null;
