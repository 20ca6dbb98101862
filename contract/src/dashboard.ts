// Dashboards: the fleet's debts, where they are, and this week's tasks. Figures cover active vehicles and are computed
// at night, after large imports and on request; each has the number of vehicles behind it and its oldest source's age
// (spec bulk §2, §3, §7, §9).
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Day, Id, Instant } from './common.ts'
import { CHART_KEYS } from './dashboard/chart-keys.ts'
import { DASHBOARDS } from './dashboard/rules.ts'
import { ObligationKind } from './rules/obligation-kinds.ts'
import { RuleValidity, UNITS } from './rules/official-rules.ts'

const Name = z.nullable(z.string())
/** `amount` sums the items that have one, `count` counts all. `field`: null for vehicles without a value. */
const owed = { amount: z.number(), count: z.int(), withoutAmount: z.int(), vehicles: z.int() }
const Ranked = z.object({ field: Name, ...owed })
const OfState = z.object({ field: z.string(), stateId: Id, ...owed })
/** First and last day, both included; null at an open end; both null: without a date. */
const OfTime = z.object({ from: z.nullable(Day), to: z.nullable(Day), ...owed })
/** `amount` is a number of vehicles. */
const Counted = z.object({ field: Name, amount: z.int() })
/** Vehicles with a date on that day. */
const OfDay = z.object({ day: Day, amount: z.int() })
export type Ranked = z.infer<typeof Ranked>
export type OfTime = z.infer<typeof OfTime>

/**
 * Debts dated in the period; for `months` -1 the payment lines that fall due in it; for -2 debts without a date; for 0
 * every debt. Figures that are not about debts are as of today.
 */
export const PeriodStatistics = z.object({
  months: z.int(),
  period: z.string(),
  from: z.nullable(Day),
  to: z.nullable(Day),
  totalVehicleCount: z.int(),
  vehiclesWithDebt: z.int(),
  totalDebt: z.number(),
  totalDebtCount: z.int(),
  debtsWithoutAmount: z.int(),
  vehiclesWithManualInterventionNeeded: z.int(),
  topRFCs: z.array(Ranked),
  topLessors: z.array(Ranked),
  topModels: z.array(Ranked),
  topBrands: z.array(Ranked),
  ticketsByState: z.array(OfState),
  ticketsByRFC: z.array(Ranked),
  tenenciasByState: z.array(OfState),
  tenenciasByRFC: z.array(Ranked),
  ticketsByTime: z.array(OfTime),
  tenenciasByTime: z.array(OfTime),
  stolenByTime: z.array(z.object({ from: z.nullable(Day), to: z.nullable(Day), amount: z.int() })),
  ensuranceNext30: z.array(OfDay),
  ensurancePrevious30: z.array(OfDay),
  inspectionNext30: z.array(OfDay),
  inspectionPrevious30: z.array(OfDay),
  vehiclesPerRFC: z.array(Counted),
  vehiclesPerLessor: z.array(Counted),
  vehiclesPerBrandModel: z.array(z.object({ field: z.string(), brand: Name, model: Name, amount: z.int() })),
  vehiclesPerState: z.array(z.object({ field: z.string(), stateId: Id, amount: z.int() })),
  vehiclesPerYear: z.array(z.object({ field: Name, year: z.nullable(z.int()), amount: z.int() })),
  vehiclesWithTickets: z.int(),
  totalTicketsCount: z.int(),
  totalTicketsDebt: z.number(),
  ticketsWithoutAmount: z.int(),
  vehiclesWithTenencias: z.int(),
  totalTenenciasCount: z.int(),
  totalTenenciasDebt: z.number(),
  tenenciasWithoutAmount: z.int(),
  /**
   * Without a valid policy, according to sources; in Mexico, if there is no such source, with a policy that has
   * expired.
   */
  vehiclesWithEnsuranceExpired: z.int(),
  /** Vehicles with a policy that expires in the next thirty days. */
  ensuranceToExpire: z.int(),
  vehiclesWithInspectionExpired: z.int(),
  inspectionToExpire: z.int(),
  vehiclesWithStolenReport: z.int(),
})
export type PeriodStatistics = z.infer<typeof PeriodStatistics>

/**
 * The basis of a figure. `known`: active vehicles with a valid answer of every source queried about them; `unknown`:
 * some source has no valid answer; `unasked`: no source is queried about them, so nothing is known. The three add up
 * to the active vehicles.
 */
export const Basis = z.object({
  known: z.int(),
  unknown: z.int(),
  unasked: z.int(),
  oldest: z.nullable(Instant),
  /** Based on dates from sources or documents: `known` have one, `unasked` have none. */
  dated: z.optional(z.literal(true)),
})
export type Basis = z.infer<typeof Basis>

export const TrendPoint = z.object({
  day: Day,
  /**
   * Recorded on that day, or on the latest of the six days before; otherwise computed from the changes recorded since.
   */
  seen: z.boolean(),
  /**
   * A kind of debt is absent while unknown; a kind with 0 is known to owe nothing. `withoutAmount` is part of `count`.
   */
  types: z.array(z.object({ typeId: z.int(), amount: z.number(), count: z.int(), withoutAmount: z.int() })),
})
export const ForecastWeek = z.object({
  from: Day,
  to: Day,
  kinds: z.array(z.object({ kind: ObligationKind, count: z.int(), vehicles: z.int(), amount: z.nullable(z.number()) })),
})

export const DashboardFacts = z.object({
  statistics: z.array(PeriodStatistics),
  computedAt: Instant,
  /** The company's day of the figures. */
  today: Day,
  /** Whether policy dates of documents count, which needs the permission to read documents. */
  papers: z.boolean(),
  basis: z.object({
    debt: Basis,
    tickets: Basis,
    tenencias: Basis,
    insurance: Basis,
    inspection: Basis,
    stolen: Basis,
  }),
  debtByType: z.array(z.object({ typeId: z.int(), ...owed })),
  /** Vehicles of other statuses, which no figure counts. */
  others: z.object({ vehicles: z.int(), withDebt: z.int(), amount: z.number(), withoutAmount: z.int() }),
  /** By week, oldest first; the last point is today. */
  trend: z.array(TrendPoint),
  /** What falls due in the month from tomorrow. */
  forecast: z.array(ForecastWeek),
})
export type DashboardFacts = z.infer<typeof DashboardFacts>

const Vehicle = { vehicleAssetId: Id, plate: z.string(), stateName: z.string(), assetStatusId: z.int() }
/**
 * The basis of an empty action: for how many of its vehicles all sources have answered; null if it has items.
 */
const basis = z.nullable(Basis)
/** The sum of items with an amount; `withoutAmount` counts the others. */
const atStake = { count: z.int(), vehicles: z.int(), amount: z.number(), withoutAmount: z.int() }

const PaymentRule = z.object({
  ruleKey: z.string(),
  /** `unit`: a value in which debts are stated; its key is the unit. */
  kind: z.enum(['discount', 'blocks', 'appeal', 'unit']),
  title: z.string(),
  where: z.string(),
  says: z.string(),
  ...RuleValidity.shape,
})
export type PaymentRule = z.infer<typeof PaymentRule>

export const NextActions = z.object({
  /** In the company's time zone; the week is today and the next six days. */
  today: Day,
  weekEnds: Day,
  /** Payment lines that fall due in the week, soonest first; `next`: the first day after the week with any. */
  payments: z.object({
    ...atStake,
    basis,
    next: z.nullable(z.object({ day: Day, count: z.int(), amount: z.number(), withoutAmount: z.int() })),
    first: z.array(
      z.object({
        ...Vehicle,
        day: Day,
        title: z.string(),
        detail: z.nullable(z.string()),
        amount: z.nullable(z.number()),
        source: z.string(),
        toldAt: Instant,
      }),
    ),
  }),
  /**
   * Discounts that end this week and save money, by a rule in force; `amount`: the extra cost of paying afterwards.
   */
  discounts: z.object({
    ...atStake,
    /** Also null where no discount rule is active: unknown. */
    basis,
    /**
     * For each step of a rule, the days of the debts (or of their notifications) whose discount ends this week.
     * `exact`: all debts of these kinds and days have such a discount, so the catalogue finds the same vehicles.
     */
    windows: z.array(
      z.object({
        ruleKey: z.string(),
        states: z.nullable(z.array(z.int())),
        types: z.array(z.int()),
        countsFrom: z.enum(['debt', 'notification']),
        from: Day,
        to: Day,
        /** Number of debts. */
        count: z.int(),
        vehicles: z.int(),
        exact: z.boolean(),
      }),
    ),
    /** By rule in force: the debts whose discount ends this week, and what is saved. */
    byRule: z.array(z.object({ ruleKey: z.string(), ...atStake, basis })),
    first: z.array(
      z.object({
        ...Vehicle,
        /** Before today if the rule's own end is past and only that of the other interpretation is to come. */
        day: Day,
        /** The last day by the rule's other interpretation, if it has one. */
        otherDay: z.nullable(Day),
        /** The day that the count starts from; null: the debt's own. */
        notifiedOn: z.nullable(Day),
        folio: z.nullable(z.string()),
        description: z.string(),
        total: z.nullable(z.number()),
        payNow: z.nullable(z.number()),
        payLater: z.nullable(z.number()),
        saving: z.nullable(z.number()),
        savingBy: z.enum(['source', 'rule']),
        ruleKey: z.string(),
        source: z.string(),
        toldAt: Instant,
      }),
    ),
  }),
  /** By rule in force: the blocked vehicles, and the least payment that unblocks them all. */
  blocked: z.array(
    z.object({
      ruleKey: z.string(),
      title: z.string(),
      states: z.array(z.int()),
      types: z.array(z.int()),
      ...atStake,
      basis,
      /** Vehicles of the rule for which it is unknown. */
      unknown: z.int(),
      first: z.array(
        z.object({
          ...Vehicle,
          amount: z.number(),
          withoutAmount: z.int(),
          debts: z.array(z.object({ typeId: z.int(), count: z.int(), amount: z.number(), withoutAmount: z.int() })),
        }),
      ),
    }),
  ),
  /**
   * By term to appeal in force: the debts of active vehicles within it, past it, and those of which their source does
   * not give the day that it counts from or whether a camera recorded them.
   */
  appeals: z.array(
    z.object({
      ruleKey: z.string(),
      open: z.int(),
      /** Vehicles of the debts within the term. */
      vehicles: z.int(),
      past: z.int(),
      unknown: z.int(),
      /** The soonest last day. */
      soonest: z.nullable(Day),
      basis,
    }),
  ),
  /** By unit in which debts of active vehicles are stated. */
  units: z.array(z.object({ unit: z.enum(UNITS), ...atStake })),
  /** Debts that arose or grew after the vehicle was sold, stolen or lost. */
  growing: z.object({
    ...atStake,
    basis,
    first: z.array(
      z.object({ ...Vehicle, since: Instant, count: z.int(), amount: z.number(), withoutAmount: z.int(), latest: Day }),
    ),
  }),
  /** Debts marked as paid that the source still lists; `late`: for more than seventy-two hours. */
  stillListed: z.object({
    ...atStake,
    late: z.int(),
    /** Debts marked as paid whose source has not answered since. */
    waiting: z.int(),
    first: z.array(
      z.object({
        ...Vehicle,
        folio: z.nullable(z.string()),
        description: z.string(),
        amount: z.nullable(z.number()),
        markedAt: Instant,
        markedBy: z.nullable(z.string()),
        listedAt: Instant,
        source: z.string(),
      }),
    ),
  }),
  rules: z.array(PaymentRule),
})
export type NextActions = z.infer<typeof NextActions>

const monthsText = z.pipe(
  z.string().check(z.regex(/^(?:-2|-1|0|1|3|6|12)$/, 'Periodo no válido')),
  z.transform((typed: string) => Number(typed)),
)

export const dashboard = calls('dashboard', {
  read: get('/api/v2/dashboard', {
    replica: true,
    summary: 'Las estadísticas de la flota por periodo; null mientras no se hayan calculado.',
    needs: 'dashboard_read',
    scope: 'vehicles',
    reply: z.object({
      dashboard: z.object({
        ...z.partial(DashboardFacts).shape,
        statistics: z.nullable(z.array(PeriodStatistics)),
        /** The fleet changed since the computation. */
        changed: z.boolean(),
        /** New figures are requested or in progress. */
        refreshing: z.boolean(),
      }),
    }),
    fails: 'Error obteniendo estadísticas',
  }),
  refresh: post('/api/v2/dashboard/refresh', {
    summary: 'Pide que las estadísticas se calculen de nuevo; si ya se pidió, no se pide otra vez.',
    needs: 'dashboard_read',
    scope: 'vehicles',
    reply: z.object({ refreshing: z.boolean() }),
    touches: ['dashboard.read', 'dashboard.actions'],
    fails: 'No se pudo pedir el cálculo de las estadísticas',
  }),
  actions: get('/api/v2/dashboard/actions', {
    summary:
      'Qué hacer esta semana: pagos y descuentos que vencen, trámites bloqueados, adeudos que no deberían estar.',
    needs: 'dashboard_read',
    scope: 'vehicles',
    opens: true,
    reply: NextActions,
    fails: 'Error obteniendo las próximas acciones',
  }),
  workbook: get('/api/v2/dashboard/workbook', {
    summary:
      'Dirección, por quince minutos, de un archivo .xlsx con una gráfica como tabla, o con todas las de un dashboard.',
    needs: 'dashboard_read',
    scope: 'vehicles',
    query: z.strictObject({
      dashboard: z.enum(DASHBOARDS, 'Dashboard no válido'),
      months: monthsText,
      chart: z.optional(z.enum(CHART_KEYS, 'Gráfica no válida')),
    }),
    reply: z.object({ fileUrl: z.string() }),
    fails: 'No se pudo generar el archivo',
  }),
})
