-- When the demo was removed (padron demo remove): from then on it is loaded only where it is asked for. Null: it never was.
alter table installation add column demo_removed_at timestamptz;
grant update (demo_removed_at) on installation to padron_system;
