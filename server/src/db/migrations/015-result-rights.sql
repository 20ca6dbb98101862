-- A job's file holds what its orderer could see: the rights that shaped it, beyond what its kind needs. Null: its run did not say
-- (the release before).
alter table queue_item add column file_roles text[];
grant update (file_roles) on queue_item to padron_app;
