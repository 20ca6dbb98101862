-- Figures of who sees a part of a fleet are worked out again once dates of documents changed. The company's own figures
-- stay closed to them.
create policy scope_rows on dashboard_statistics for select to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
grant select (tenant_id, documents_version) on dashboard_statistics to padron_scoped;

-- Of calendars that a user was reminded of: their own.
create policy scope_rows on sent_calendar_reminder for select to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and user_id = nullif(current_setting('app.scope', true), '')::bigint);
grant select on sent_calendar_reminder to padron_scoped;
