// The rows of the fleet's charts: states and holders of the vehicles, and expiry dates. Pure.
import type { Country } from '../places/countries.ts'
import { OBLIGATION_KINDS, type ObligationKind } from '../rules/obligation-kinds.ts'
import { PAY_WORDS } from '../texts/payment-labels.ts'
import type { ExactField } from '../vehicles/fields.ts'
import { fieldTitle } from '../vehicles/fields.ts'
import { dayMonth, daysLabel } from './chart-labels.ts'
import { type ChartBody, type ChartFacts, countColumn, VEHICLES, WITHOUT } from './chart-table.ts'
import { active, exactly, expiring, inspections, policies } from './queries.ts'

export const perState = ({ period, country }: ChartFacts): ChartBody => ({
  labels: country === 'MX' ? 'Estado' : 'Departamento',
  columns: [VEHICLES],
  rows: period.vehiclesPerState.map(({ field, stateId, amount }) => ({
    label: field,
    values: [amount],
    query: active({ state: { stateId } }),
  })),
})

export const perField =
  (list: 'vehiclesPerRFC' | 'vehiclesPerLessor', field: ExactField) =>
  ({ period, country }: ChartFacts): ChartBody => ({
    labels: fieldTitle(field, country),
    columns: [VEHICLES],
    rows: period[list].map(({ field: value, amount }) => ({
      label: value ?? WITHOUT,
      values: [amount],
      query: active(exactly(field, value)),
    })),
  })

export const perModel = ({ period, country }: ChartFacts): ChartBody => ({
  labels: `${fieldTitle('brandName', country)} y ${fieldTitle('modelName', country).toLowerCase()}`,
  columns: [VEHICLES],
  rows: period.vehiclesPerBrandModel.map(({ field, brand, model, amount }) => ({
    label: field,
    values: [amount],
    query: active({ exact: { brandName: brand, modelName: model } }),
  })),
})

export const perYear = ({ period, country }: ChartFacts): ChartBody => ({
  labels: fieldTitle('year', country),
  columns: [VEHICLES],
  rows: period.vehiclesPerYear.map(({ year, amount }) => ({
    label: year === null ? WITHOUT : `${year}`,
    values: [amount],
    query: active(year === null ? { withoutYear: true } : { model: { year } }),
  })),
})

export const byDay =
  (list: 'ensurancePrevious30' | 'ensuranceNext30' | 'inspectionPrevious30' | 'inspectionNext30') =>
  ({ facts: { papers }, period }: ChartFacts): ChartBody => ({
    labels: 'Día',
    columns: [VEHICLES],
    rows: period[list].map(({ day, amount }) => ({
      label: dayMonth(day),
      day,
      values: [amount],
      days: { from: day, to: day },
      query: active(list.startsWith('ensurance') ? policies(papers, day, day) : inspections(day, day)),
    })),
  })

export const stolenByTime = ({ period }: ChartFacts): ChartBody => ({
  labels: 'Fecha',
  columns: [VEHICLES],
  rows: period.stolenByTime.map(({ from, to, amount }) => ({
    label: daysLabel(from, to),
    values: [amount],
    query: to === null ? null : active({ stolen: { ...(from !== null && { from }), to } }),
  })),
})

const MANY: Record<ObligationKind, Record<Country, string>> = {
  document: { MX: 'Documentos', CO: 'Documentos' },
  insurance: { MX: 'Seguros', CO: 'SOAT' },
  inspection: { MX: 'Verificaciones', CO: 'RTM' },
  card: { MX: 'Tarjetas de circulación', CO: 'Licencias de tránsito' },
  plate: { MX: 'Placas', CO: 'Placas' },
  payment: { MX: PAY_WORDS.MX.lines, CO: PAY_WORDS.CO.lines },
}

export const forecast = ({ facts, country }: ChartFacts): ChartBody => {
  const kinds = OBLIGATION_KINDS.map(({ kind }) => kind).filter((kind) => facts.papers || kind !== 'document')
  const seen = kinds.filter((kind) => facts.forecast.some((week) => week.kinds.some((each) => each.kind === kind)))
  return {
    labels: 'Semana',
    columns: seen.map((kind) => countColumn(MANY[kind][country])),
    rows: facts.forecast.map(({ from, to, kinds: due }) => ({
      label: daysLabel(from, to),
      values: seen.map((kind) => due.find((each) => each.kind === kind)?.count ?? 0),
      query: seen.length > 0 ? active({ due: { kinds: seen, from, to } }) : null,
      parts: seen.map((kind) => active(expiring(kind, from, to))),
    })),
  }
}
