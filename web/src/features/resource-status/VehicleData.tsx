// "Datos del vehículo": every field, also the empty ones, so that what is missing can be seen.
import { ACQUISITION_REASONS, assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { ReactNode } from 'react'
import { dateTime } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { TagLabel } from '../../ui/TagLabel.tsx'

type Fact = readonly [label: string, value: string | number | null | undefined]
type Group = { title: string; facts: readonly Fact[] }

const groups = (row: VehicleRow, country: Country, zone: string): readonly Group[] => {
  const { vehicleAsset: asset, vehicleInfo: info, rfc, lessor, brand, model, state, assetHistoric } = row
  const date = (text: string | null): string | null => text && dateTime(text, zone)
  return [
    {
      title: 'Identificación',
      facts: [
        ['Placa', asset.plate],
        ['VIN', asset.vin],
        ['Identificador', asset.customId],
        [COUNTRIES[country].state, state.stateName],
        ['Estatus', assetStatusText(assetHistoric.assetStatusId)],
        ['Motivo de alta', ACQUISITION_REASONS.find(({ id }) => id === asset.acquisitionReasonId)?.text],
        ['Fecha de alta', date(asset.creationDate)],
      ],
    },
    {
      title: 'Titular',
      facts: [
        ['Razón social', rfc.rfcName],
        [COUNTRIES[country].taxId, rfc.taxIdentifier],
        ['Arrendadora', lessor.lessorName],
        ['Propietario', info.ownerName],
      ],
    },
    {
      title: 'Vehículo',
      facts: [
        ['Marca', brand.brandName],
        ['Modelo', model.modelName],
        ['Año', model.year],
        ['Versión', info.version],
        ['Clase', info.class],
        ['Tipo', info.type],
        ['Variación', info.variation],
        ['Color', info.vehicleColor],
        ['Puertas', info.doors],
        ['Cilindros', info.cilinders],
        ['Ejes', info.axes],
        ['Número de motor', info.engineNumber],
        ['País de origen', info.country],
        ['Lugar de ensamble', info.assemblyPlace],
      ],
    },
    {
      title: 'Registro',
      facts: [
        ['Entidad de la placa', info.plateEntity],
        ['Fecha de emplacado', date(info.plateDate)],
        ['Fecha de inscripción', date(info.registrationDate)],
        ['Institución que inscribió', info.registrationInstitution],
        ['Folio de inscripción', info.registrationSheet],
        ['Datos complementarios', info.supplementaryData],
        ['Observaciones', info.observations],
      ],
    },
  ]
}

const shown = (value: Fact[1]): ReactNode =>
  value === null || value === undefined || value === '' ? <span className="muted">{NOTHING}</span> : value

export const VehicleData = ({ row, country, zone }: { row: VehicleRow; country: Country; zone: string }): ReactNode => (
  <section aria-labelledby="vehicle-data">
    <h3 id="vehicle-data">Datos del vehículo</h3>
    {row.tags.length > 0 && (
      <p className="tags tags--all">
        <span className="visually-hidden">Etiquetas:</span>
        {row.tags.map(({ tagId, tagName, tagColor }) => (
          <TagLabel key={tagId} name={tagName} color={tagColor} />
        ))}
      </p>
    )}
    {groups(row, country, zone).map(({ title, facts }) => (
      <div key={title} className="group">
        <h4>{title}</h4>
        <dl className="facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{shown(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
    ))}
  </section>
)
