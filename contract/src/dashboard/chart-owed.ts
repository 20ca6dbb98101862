// The rows of the debt charts: by type, holder, state, and the debts' own dates. For the coming period they contain
// payment lines. Pure.
import type { DashboardFacts, OfTime, Ranked } from '../dashboard.ts'
import type { Country } from '../places/countries.ts'
import { typeName } from '../resources.ts'
import { localText } from '../texts/local-text.ts'
import { PAY_WORDS } from '../texts/payment-labels.ts'
import type { ExactField } from '../vehicles/fields.ts'
import { fieldTitle } from '../vehicles/fields.ts'
import { daysLabel } from './chart-labels.ts'
import { type ChartBody, type ChartColumn, type ChartFacts, countColumn, VEHICLES, WITHOUT } from './chart-table.ts'
import { active, exactly, familyOwing, familyUndated, owing, type PeriodRange } from './queries.ts'
import { FAMILIES, type Family, isAhead } from './rules.ts'

const WITHOUT_AMOUNT = countColumn('Sin importe')
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const moneyOf = ({ months }: PeriodRange, country: Country): ChartColumn => ({
  title: isAhead(months) ? 'Por pagar' : localText('Adeudo', country),
  kind: 'money',
})
const manyOf = ({ months }: PeriodRange, many: string, country: Country): ChartColumn =>
  countColumn(isAhead(months) ? PAY_WORDS[country].lines : capital(many))

const owedColumns = (of: PeriodRange, many: string, country: Country): ChartColumn[] => [
  moneyOf(of, country),
  manyOf(of, many, country),
  VEHICLES,
  WITHOUT_AMOUNT,
]
const owedValues = ({ amount, count, vehicles, withoutAmount }: Omit<Ranked, 'field'>) => [
  amount,
  count,
  vehicles,
  withoutAmount,
]

/** The period of figures that are as of today, regardless of the chosen period. */
const TODAY: PeriodRange = { months: 0, from: null, to: null }

export const byType = ({ facts, country }: { facts: DashboardFacts } & Pick<ChartFacts, 'country'>): ChartBody => ({
  labels: 'Tipo',
  columns: owedColumns(TODAY, localText('adeudos', country), country),
  rows: facts.debtByType.map((row) => ({
    label: typeName(row.typeId, country),
    values: owedValues(row),
    query: active({ debts: { types: [row.typeId] } }),
  })),
})

export const ranked =
  (list: 'topRFCs' | 'topLessors' | 'topBrands' | 'topModels', field: ExactField) =>
  ({ period, country }: ChartFacts): ChartBody => ({
    labels: fieldTitle(field, country),
    columns: owedColumns(period, localText('adeudos', country), country),
    rows: period[list].map((row) => ({
      label: row.field ?? WITHOUT,
      values: owedValues(row),
      query: active({ ...owing(period), ...exactly(field, row.field) }),
    })),
  })

export const byState =
  (family: Family) =>
  ({ period, country }: ChartFacts): ChartBody => ({
    labels: country === 'MX' ? 'Estado' : 'Departamento',
    columns: owedColumns(period, FAMILIES[country][family].many, country),
    rows: period[`${family}ByState`].map((row) => ({
      label: row.field,
      values: owedValues(row),
      query: active({ ...familyOwing(period, family, country), state: { stateId: row.stateId } }),
    })),
  })

export const byHolder =
  (family: Family) =>
  ({ period, country }: ChartFacts): ChartBody => ({
    labels: fieldTitle('rfcName', country),
    columns: owedColumns(period, FAMILIES[country][family].many, country),
    rows: period[`${family}ByRFC`].map((row) => ({
      label: row.field ?? WITHOUT,
      values: owedValues(row),
      query: active({ ...familyOwing(period, family, country), ...exactly('rfcName', row.field) }),
    })),
  })

/** Whether labels need the year: the period covers two, and bars are shorter than a year. */
const crossesYear = ({ from, to }: PeriodRange): boolean =>
  from !== null && to !== null && from.slice(0, 4) !== to.slice(0, 4)

const daysOf = ({ from, to }: Pick<OfTime, 'from' | 'to'>) =>
  from !== null && to !== null ? { days: { from, to } } : {}

export const byTime =
  (family: Family) =>
  ({ period, country }: ChartFacts): ChartBody => ({
    labels: 'Fecha',
    // Over time the number of debts is more informative than their sum.
    columns: [
      manyOf(period, FAMILIES[country][family].many, country),
      moneyOf(period, country),
      VEHICLES,
      WITHOUT_AMOUNT,
    ],
    rows: period[`${family}ByTime`].map((row: OfTime) => ({
      label: daysLabel(row.from, row.to, crossesYear(period)),
      values: [row.count, row.amount, row.vehicles, row.withoutAmount],
      ...daysOf(row),
      query: active(
        row.from === null && row.to === null
          ? familyUndated(family, country)
          : familyOwing(period, family, country, row),
      ),
    })),
  })
