// "Datos del vehículo": every field, also the empty ones, so that missing data are visible.
import { ACQUISITION_REASONS, assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { type FieldSection, fieldTitle, VEHICLE_FIELDS, type VehicleFieldName } from '@padron/contract/vehicles/fields'
import { dateInText } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { TagLabel } from '../../ui/domain/TagLabel.tsx'
import './resource-status.css'
import { useVehicle } from './vehicle-context.ts'

/** The fields of the row, and three that the list names differently. */
type Field = VehicleFieldName | 'state' | 'status' | 'reason'

const fieldsOf = (wanted: FieldSection): Field[] =>
  VEHICLE_FIELDS.filter(({ section, kind }) => section === wanted && kind !== 'moment').map(({ field }) => field)
const GROUPS: readonly { title: string; fields: readonly Field[] }[] = [
  { title: 'Identificación', fields: [...fieldsOf('identity'), 'state', 'status', 'reason', 'creationDate'] },
  { title: 'Titular', fields: fieldsOf('holder') },
  { title: 'Vehículo', fields: fieldsOf('vehicle') },
  { title: 'Registro', fields: [...fieldsOf('registration'), ...fieldsOf('notes')] },
]

type Fact = readonly [label: string, value: string | number | null | undefined]

const factOf = (field: Field, row: VehicleRow, country: Country, zone: string): Fact => {
  const { vehicleAsset, state, assetHistoric } = row
  if (field === 'state') return [COUNTRIES[country].state, state.stateName]
  if (field === 'status') return ['Estatus', assetStatusText(assetHistoric.assetStatusId)]
  if (field === 'reason')
    return ['Motivo de alta', ACQUISITION_REASONS.find(({ id }) => id === vehicleAsset.acquisitionReasonId)?.text]
  const { group = 'vehicleInfo', kind } = VEHICLE_FIELDS.find((one) => one.field === field) ?? {}
  const value = (row[group] as Record<string, string | number | null>)[field]
  const isDate = kind === 'day' || kind === 'moment'
  return [fieldTitle(field, country), isDate && value ? dateInText(`${value}`, zone) : value]
}

export const VehicleData = ({ row }: { row: VehicleRow }) => {
  const { clock, country } = useVehicle()
  return (
    <section aria-labelledby="vehicle-data">
      <h3 id="vehicle-data" tabIndex={-1}>
        Datos del vehículo
      </h3>
      {row.tags.length > 0 && (
        <p className="tags row gap-4 clip tags--all">
          <span className="visually-hidden">Etiquetas:</span>
          {row.tags.map(({ tagId, tagName, tagColor }) => (
            <TagLabel key={tagId} name={tagName} color={tagColor} />
          ))}
        </p>
      )}
      {GROUPS.map(({ title, fields }) => (
        <div key={title} className="group">
          <h4 className="muted strong">{title}</h4>
          <dl className="vehicle-facts">
            {fields.map((field) => {
              const [label, value] = factOf(field, row, country, clock.zone)
              return (
                <div key={field}>
                  <dt className="tiny muted">{label}</dt>
                  <dd className="break">{(value ?? '') === '' ? <span className="muted">{NOTHING}</span> : value}</dd>
                </div>
              )
            })}
          </dl>
        </div>
      ))}
    </section>
  )
}
