-- When an account last signed in from an address: it is then counted by itself there. Code from
-- before counts under other keys and forgets a success after an hour, and with it the exemption.

alter table sign_in_attempts add column succeeded_at timestamptz(3);
