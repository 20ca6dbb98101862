-- As 025, of alerts. Its indexes keep their names: the release before knows a name in use by that of its index.
alter table report_alert rename to alert; -- safe: the view below has the former name and columns
alter table alert rename column standing to state; -- safe: as before
alter table alert rename column looked_at to checked_at; -- safe: as before
alter table alert rename column looked_version to checked_version; -- safe: as before
alter table alert rename column tried_at to attempted_at; -- safe: as before
alter table alert rename column tried_ms to attempt_ms; -- safe: as before
alter table alert rename column crossing to crossing_id; -- safe: as before
create view report_alert with (security_invoker = true) as
select tenant_id, alert_id, alert_name, view_id, measure, threshold, mails, active, state as standing, value, uncertain,
  checked_at as looked_at, checked_version as looked_version, attempted_at as tried_at, attempt_ms as tried_ms, crossed_at,
  crossing_id as crossing, row_version
from alert;
grant select, insert, update, delete on report_alert to padron_app, padron_system;
comment on view report_alert is 'Former name of alert, for the release before; dropped by the next one.';
