-- Whether runs end with their issues. Old code lives with it: it names its columns, so the setting
-- stays as it is.

alter table companies add column stops_ended_work boolean not null default true;
