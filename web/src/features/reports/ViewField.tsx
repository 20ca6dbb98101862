// The saved view whose vehicles are meant: one that the company shares, so that who gets the report depends on nobody's own views.
import { views } from '@padron/contract/views'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useCan } from '../../session/user-context.ts'
import { FormField } from '../../ui/FormField.tsx'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import type { ReportForm } from './use-report-form.ts'

const HINT = 'Con su filtro y su orden; si alguien cambia la vista, el reporte cambia con ella.'

const None = (): ReactNode => (
  <p className="note">
    No hay vistas compartidas. En <Link to="/">Vehículos</Link>, filtre, guarde una vista y compártala con toda la
    empresa; después elíjala aquí.
  </p>
)

export const ViewField = ({ form: { values, faults, change } }: { form: ReportForm }): ReactNode => {
  const may = useCan('vehicles_read')
  const { data, error, isError, refetch } = useQuietCall(views.list, {}, { off: !may })
  if (!may) return <p className="note">Para elegir una vista guardada necesita el permiso de ver vehículos.</p>
  if (isError && !data)
    return <FailureLine title={`${views.list.fails}.`} error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Cargando las vistas…</p>
  const shared = data.views.filter((view) => view.shared)
  const known = shared.some(({ viewId }) => viewId === values.viewId)
  if (shared.length === 0) return <None />
  return (
    <FormField label="Vista guardada" required fault={faults.viewId} hint={HINT}>
      {(field) => (
        <select
          {...field}
          value={known ? (values.viewId ?? '') : ''}
          onChange={({ target }) => change({ viewId: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">Elija una</option>
          {shared.map(({ viewId, name }) => (
            <option key={viewId} value={viewId}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}
