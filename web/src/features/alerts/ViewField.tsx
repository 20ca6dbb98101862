// Of which vehicles: one of the saved views that the company shares.
import { views } from '@padron/contract/views'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { FormField } from '../../ui/FormField.tsx'

const HOW = 'En Vehículos abra «Vistas», edite la suya y elija «Toda la empresa».'

type Props = {
  value: number | null
  /** The view of the alert as it is, which may not be among those that are listed. */
  kept: { viewId: number; name: string } | undefined
  fault: string | undefined
  onChange: (viewId: number | null) => void
}

export const ViewField = ({ value, kept, fault, onChange }: Props): ReactNode => {
  const { data, error, isError, refetch } = useQuietCall(views.list, {}, { fresh: true })
  const shared = data?.views.filter((view) => view.shared) ?? []
  const options = kept && !shared.some(({ viewId }) => viewId === kept.viewId) ? [kept, ...shared] : shared
  const unshared = data?.views.find((view) => view.viewId === value && !view.shared)
  const known = options.some(({ viewId }) => viewId === value)
  const hint = (): ReactNode => {
    if (isError && !data)
      return (
        <>
          {statusNotice(error) ?? `${views.list.fails}.`}{' '}
          <button type="button" className="link-button" onClick={() => void refetch()}>
            Reintentar
          </button>
        </>
      )
    if (unshared) return `La vista «${unshared.name}» todavía no es de toda la empresa: compártala primero. ${HOW}`
    if (data && !options.length)
      return (
        <>
          Todavía no hay vistas compartidas. {HOW} <Link to="/">Ir a Vehículos</Link>
        </>
      )
    return `Solo las vistas compartidas. ${HOW}`
  }
  return (
    <FormField label="Vista" required fault={fault} hint={hint()}>
      {(field) => (
        <select
          {...field}
          value={known ? `${value}` : ''}
          onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
        >
          <option value="">{data || isError ? 'Elija una vista' : 'Cargando…'}</option>
          {options.map(({ viewId, name }) => (
            <option key={viewId} value={viewId}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}
