// "Datos del vehículo": every field, also the empty ones, so that what is missing can be seen.
import { ACQUISITION_REASONS, assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { fieldTitle, type VehicleFieldName } from '@padron/contract/vehicle-fields'
import type { ReactNode } from 'react'
import { dateTime } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { TagLabel } from '../../ui/TagLabel.tsx'
import './resource-status.css'

type Fact = readonly [label: string, value: string | number | null | undefined]
type Group = { title: string; facts: readonly Fact[] }

const groups = (row: VehicleRow, country: Country, zone: string): readonly Group[] => {
  const { vehicleAsset: asset, vehicleInfo: info, rfc, lessor, brand, model, state, assetHistoric } = row
  const date = (text: string | null): string | null => text && dateTime(text, zone)
  const title = (field: VehicleFieldName): string => fieldTitle(field, country)
  return [
    {
      title: 'Identificación',
      facts: [
        [title('plate'), asset.plate],
        [title('vin'), asset.vin],
        [title('customId'), asset.customId],
        [COUNTRIES[country].state, state.stateName],
        ['Estatus', assetStatusText(assetHistoric.assetStatusId)],
        ['Motivo de alta', ACQUISITION_REASONS.find(({ id }) => id === asset.acquisitionReasonId)?.text],
        [title('creationDate'), date(asset.creationDate)],
      ],
    },
    {
      title: 'Titular',
      facts: [
        [title('rfcName'), rfc.rfcName],
        [title('taxIdentifier'), rfc.taxIdentifier],
        [title('lessorName'), lessor.lessorName],
        [title('ownerName'), info.ownerName],
      ],
    },
    {
      title: 'Vehículo',
      facts: [
        [title('brandName'), brand.brandName],
        [title('modelName'), model.modelName],
        [title('year'), model.year],
        [title('version'), info.version],
        [title('class'), info.class],
        [title('type'), info.type],
        [title('variation'), info.variation],
        [title('vehicleColor'), info.vehicleColor],
        [title('doors'), info.doors],
        [title('cilinders'), info.cilinders],
        [title('axes'), info.axes],
        [title('engineNumber'), info.engineNumber],
        [title('country'), info.country],
        [title('assemblyPlace'), info.assemblyPlace],
      ],
    },
    {
      title: 'Registro',
      facts: [
        [title('plateEntity'), info.plateEntity],
        [title('plateDate'), date(info.plateDate)],
        [title('registrationDate'), date(info.registrationDate)],
        [title('registrationInstitution'), info.registrationInstitution],
        [title('registrationSheet'), info.registrationSheet],
        [title('supplementaryData'), info.supplementaryData],
        [title('observations'), info.observations],
      ],
    },
  ]
}

const shown = (value: Fact[1]): ReactNode =>
  value === null || value === undefined || value === '' ? <span className="muted">{NOTHING}</span> : value

export const VehicleData = ({ row, country, zone }: { row: VehicleRow; country: Country; zone: string }): ReactNode => (
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
    {groups(row, country, zone).map(({ title, facts }) => (
      <div key={title} className="group">
        <h4 className="muted strong">{title}</h4>
        <dl className="facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="tiny muted">{label}</dt>
              <dd className="break">{shown(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
    ))}
  </section>
)
