-- More of what programs keep a copy of: captures, which are deleted where a workbook of them is undone.
alter table deletion_notice drop constraint deletion_notice_kind_check;
alter table deletion_notice add constraint deletion_notice_kind_check -- safe: not valid, so that nothing is looked through
  check (kind in ('vehicle', 'debt', 'document', 'obligation', 'tag', 'capture')) not valid;
