-- Every writer of a view's filter says when it changed, also a server of the release before.
create function mark_filter_change() returns trigger language plpgsql as $$
begin
  new.filter_changed_at := case
    when (old.definition -> 'vehicleClass', old.definition -> 'dateFilters')
      is distinct from (new.definition -> 'vehicleClass', new.definition -> 'dateFilters') then now()
    else coalesce(old.filter_changed_at, old.updated_at) end;
  return new;
end $$;
revoke execute on function mark_filter_change() from public;
create trigger marks_filter_change before update on saved_view for each row execute function mark_filter_change();
