// The cards of a dashboard as rows of a workbook's first sheet.
import type { Basis } from '@padron/contract/dashboard'
import { type DashboardName, FAMILIES, type Family, isAhead, NEXT_DAYS } from '@padron/contract/dashboard/rules'
import { countBasis } from '@padron/contract/texts/basis-texts'
import { countVerdict } from '@padron/contract/texts/count-verdict'
import { localText } from '@padron/contract/texts/local-text'
import type { Cell } from '../../../files/xlsx/write/writer.ts'
import { basisWords, UNKNOWN, type WorkbookSource } from './sheet-texts.ts'

type Figure = {
  title: string
  vehicles: number
  count?: number
  amount?: number
  withoutAmount?: number
  basis?: Basis
}

const all = ({ facts, period, country }: WorkbookSource): Figure => ({
  title: isAhead(period.months) ? 'Por pagar' : localText('Con adeudo', country),
  vehicles: period.vehiclesWithDebt,
  count: period.totalDebtCount,
  amount: period.totalDebt,
  withoutAmount: period.debtsWithoutAmount,
  basis: facts.basis.debt,
})

const FAMILY = {
  tickets: ({ facts, period, country }: WorkbookSource): Figure => ({
    title: FAMILIES[country].tickets.title,
    vehicles: period.vehiclesWithTickets,
    count: period.totalTicketsCount,
    amount: period.totalTicketsDebt,
    withoutAmount: period.ticketsWithoutAmount,
    basis: facts.basis.tickets,
  }),
  tenencias: ({ facts, period, country }: WorkbookSource): Figure => ({
    title: FAMILIES[country].tenencias.title,
    vehicles: period.vehiclesWithTenencias,
    count: period.totalTenenciasCount,
    amount: period.totalTenenciasDebt,
    withoutAmount: period.tenenciasWithoutAmount,
    basis: facts.basis.tenencias,
  }),
} satisfies Record<Family, (source: WorkbookSource) => Figure>

const fleet = ({ period }: WorkbookSource): Figure => ({
  title: 'Vehículos activos',
  vehicles: period.totalVehicleCount,
})

const POLICIES = { MX: 'Pólizas de seguro', CO: 'SOAT y pólizas' } as const
const EXPIRED = { MX: 'vencidas', CO: 'vencidos' } as const

/** The figures that are not about debts, as of today. */
const others = ({ facts: { basis, others: other, papers }, period, country }: WorkbookSource): Figure[] => [
  {
    title: 'Requieren intervención manual',
    vehicles: period.vehiclesWithManualInterventionNeeded,
    basis: basis.debt,
  },
  {
    title: `${POLICIES[country]}: ${EXPIRED[country]}`,
    vehicles: period.vehiclesWithEnsuranceExpired,
    basis: basis.insurance,
  },
  {
    title: `${POLICIES[country]}: por vencer en ${NEXT_DAYS} días${papers ? '' : ', sin contar documentos'}`,
    vehicles: period.ensuranceToExpire,
    basis: basis.insurance,
  },
  ...(country === 'CO'
    ? [
        { title: 'RTM: vencidas', vehicles: period.vehiclesWithInspectionExpired, basis: basis.inspection },
        { title: `RTM: por vencer en ${NEXT_DAYS} días`, vehicles: period.inspectionToExpire, basis: basis.inspection },
      ]
    : [{ title: 'Reportes de robo', vehicles: period.vehiclesWithStolenReport, basis: basis.stolen }]),
  { title: 'Vehículos de otro estatus, que ninguna cifra cuenta', vehicles: other.vehicles },
  {
    title: localText('De ellos, con adeudo', country),
    vehicles: other.withDebt,
    amount: other.amount,
    withoutAmount: other.withoutAmount,
    // Sources are rarely queried about these vehicles, so no known debt does not mean no debt.
    ...(other.withDebt === 0 ? { basis: { known: 0, unknown: other.vehicles, unasked: 0, oldest: null } } : {}),
  },
]

const figuresOf = (dashboard: DashboardName, source: WorkbookSource): Figure[] =>
  dashboard === 'general'
    ? [fleet(source), all(source), FAMILY.tickets(source), FAMILY.tenencias(source), ...others(source)]
    : [fleet(source), FAMILY[dashboard](source)]

/**
 * A zero without any known vehicle is written as unknown; a zero of some known vehicles names them. Cells that a figure
 * does not have stay blank.
 */
const cells = (figure: Figure, source: WorkbookSource): Cell[] => {
  const { title, vehicles, count = null, amount = null, withoutAmount = null, basis } = figure
  const basisText = basis ? basisWords(basis, source) : null
  const verdict = basis ? countVerdict(vehicles, countBasis(basis)) : 'clear'
  if (verdict === 'unknown')
    return [
      title,
      ...[vehicles, count, amount, withoutAmount].map((value) => (value === null ? null : UNKNOWN)),
      basisText,
    ]
  const unpriced = amount === 0 && (withoutAmount ?? 0) > 0
  const known = verdict === 'partial' ? `Ninguno de los que se sabe. ${basisText}` : basisText
  return [title, vehicles, count, unpriced ? UNKNOWN : amount, withoutAmount, known]
}

/** Columns: figure, vehicles, count, amount, count without an amount, basis. */
export const summaryRows = (dashboard: DashboardName, source: WorkbookSource): Cell[][] =>
  figuresOf(dashboard, source).map((figure) => cells(figure, source))
