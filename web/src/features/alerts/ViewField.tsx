// Of which vehicles: one of the saved views that the company shares.
import { views } from '@padron/contract/views'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import type { AlertValues } from './alert-values.ts'

const HOW = 'En Vehículos abra «Vistas», edite la suya y elija «Toda la empresa».'

const { SelectField } = formFields<AlertValues>()

type Props = {
  /** The view of the alert as it is, which may not be among those that are listed. */
  kept: { viewId: number; name: string } | undefined
}

export const ViewField = ({ kept }: Props): ReactNode => {
  const { viewId: value } = useFormContext<AlertValues>().values
  const { data, error, isError, refetch } = useQuietCall(views.list, {}, { fresh: true })
  const shared = data?.views.filter((view) => view.shared) ?? []
  const options = kept && !shared.some(({ viewId }) => viewId === kept.viewId) ? [kept, ...shared] : shared
  const unshared = data?.views.find((view) => view.viewId === value && !view.shared)
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
    <SelectField
      name="viewId"
      label="Vista"
      required
      hint={hint()}
      empty={data || isError ? 'Elija una vista' : 'Cargando…'}
      options={options.map(({ viewId, name }) => ({ value: viewId, label: name }))}
    />
  )
}
