-- Another name, order or columns of a view is no other filter: an alert of it still notifies of what crosses since.
alter table saved_view add column filter_changed_at timestamptz;
comment on column saved_view.filter_changed_at is
  'When its filter last changed; null until the first edit of any kind, and then updated_at says it.';
grant update (filter_changed_at) on saved_view to padron_scoped;
