-- Who made a webhook, so that owners see whose it was when somebody leaves. The log knows it of
-- those that are there; code from before leaves it out, and nothing depends on it.

alter table webhooks add column created_by_user_id uuid;
update webhooks set created_by_user_id = events.actor_id::uuid
from events
where events.company_id = webhooks.company_id and events.entity_id = webhooks.id
  and events.type = 'webhook.created' and events.actor_type = 'user';
