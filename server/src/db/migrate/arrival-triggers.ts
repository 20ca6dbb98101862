// Makes triggers skip rows that arrive from another installation (is_arrival(), 040): they were recorded, counted and
// announced there. Runs after every migration, so that new triggers are covered.
import type { ClientBase } from 'pg'

const readDefinitions = async (owner: ClientBase): Promise<string[]> => {
  const { rows } = await owner.query<{ definition: string }>(
    `
    select pg_get_triggerdef(t.oid) as definition
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace
      and not t.tgisinternal
      and t.tgparentid = 0
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
    order by c.relname, t.tgname`,
  )
  return rows.map(({ definition }) => definition).filter((definition) => !definition.includes('is_arrival()'))
}

const exempted = (definition: string): string =>
  (definition.includes(' WHEN (')
    ? definition.replace(' WHEN (', ' WHEN (not is_arrival() and ')
    : definition.replace(' EXECUTE FUNCTION ', ' WHEN (not is_arrival()) EXECUTE FUNCTION ')
  ).replace('CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER')

/** Locks one table at a time, for a moment. @param owner outside a transaction */
export const exemptArrivals = async (owner: ClientBase): Promise<void> => {
  for (const definition of await readDefinitions(owner)) await owner.query(exempted(definition))
}
