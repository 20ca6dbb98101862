// What may be done with the vehicles chosen: how many they are, all of the filter if wanted, and the changes.
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { BULK_AT_MOST } from '@padron/contract/vehicles'
import type { ReactNode } from 'react'
import { numberText } from '../../lib/number-text.ts'
import { vehiclesText } from '../../lib/vehicles-text.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { pickedCount } from '../../ui/selection.ts'
import type { RowSelection } from '../../ui/use-selection.ts'
import type { BulkKind } from './BulkFields.tsx'

export const BULK_KINDS: readonly {
  kind: BulkKind
  label: (country: Country) => string
  icon: IconName
  needs?: 'tags_admin'
}[] = [
  { kind: 'status', label: () => 'Cambiar estatus', icon: 'on' },
  { kind: 'tags', label: () => 'Etiquetas', icon: 'tag', needs: 'tags_admin' },
  { kind: 'field', label: () => 'Cambiar un campo', icon: 'edit' },
  { kind: 'state', label: (country) => `Cambiar ${COUNTRIES[country].state.toLowerCase()}`, icon: 'car' },
]

type Props = {
  selection: RowSelection
  /** Vehicles of the filter. */
  total: number
  onChange: (kind: BulkKind) => void
}

export const BulkBar = ({ selection, total, onChange }: Props): ReactNode => {
  const { country } = useUser()
  const mayTag = useCan('tags_admin')
  const count = pickedCount(selection.picked, total)
  const many = count > BULK_AT_MOST
  if (!count) return null
  return (
    <section className="bulk-bar no-print row-wrap ruled-above" aria-label="Vehículos seleccionados">
      <strong role="status">
        {vehiclesText(count)} {count === 1 ? 'seleccionado' : 'seleccionados'}
      </strong>
      {count < total && (
        <button type="button" className="link-button" onClick={selection.everything}>
          Seleccionar los {numberText(total)} del filtro
        </button>
      )}
      <span className="bulk-bar__kinds flex gap-6">
        {BULK_KINDS.filter(({ needs }) => !needs || mayTag).map(({ kind, label, icon }) => (
          <button
            key={kind}
            type="button"
            className="button button--small"
            aria-haspopup="dialog"
            disabled={many}
            onClick={() => onChange(kind)}
          >
            <Icon name={icon} size={14} />
            {label(country)}
          </button>
        ))}
      </span>
      {many && (
        <span className="bulk-bar__note warning-text">
          Se cambian {numberText(BULK_AT_MOST)} vehículos a la vez como máximo: filtre menos.
        </span>
      )}
      <button type="button" className="link-button" onClick={selection.clear}>
        Quitar selección
      </button>
    </section>
  )
}
