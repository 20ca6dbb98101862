// Dashboards: what the fleet owes, where, and what to do this week. Figures are of active vehicles, worked out at
// night, after large imports and when somebody asks; each says how many vehicles it rests on and how old its oldest
// source is (spec bulk §2, §3, §7, §9).
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Id, Instant } from './common.ts'
import { CHART_KEYS } from './dashboard-chart-keys.ts'
import { DASHBOARDS } from './dashboard-rules.ts'
import { ObligationKind } from './obligation-kinds.ts'

const Day = z.string()
const Name = z.nullable(z.string())
/** `amount` is money of those that have one; `count` all of them. `field`: null where the vehicles have none. */
const owed = { amount: z.number(), count: z.int(), withoutAmount: z.int(), vehicles: z.int() }
const Ranked = z.object({ field: Name, ...owed })
const OfState = z.object({ field: z.string(), stateId: Id, ...owed })
/** Days from and to, both included, null where it is open at that end; both null: without a date. */
const OfTime = z.object({ from: z.nullable(Day), to: z.nullable(Day), ...owed })
/** `amount` is a number of vehicles. */
const Counted = z.object({ field: Name, amount: z.int() })
/** Vehicles with a date on that day. */
const OfDay = z.object({ day: Day, amount: z.int() })
export type Ranked = z.infer<typeof Ranked>
export type OfTime = z.infer<typeof OfTime>

/**
 * Debts dated in the period; for `months` -1 the payment lines that fall due in it; for -2 debts without a date; for
 * 0 every debt. What is not of debts is as of today.
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
  /** Without one in force, as sources say; in Mexico, where none says so, with a policy whose date is past. */
  vehiclesWithEnsuranceExpired: z.int(),
  /** Vehicles with a policy that expires in the next thirty days. */
  ensuranceToExpire: z.int(),
  vehiclesWithInspectionExpired: z.int(),
  inspectionToExpire: z.int(),
  vehiclesWithStolenReport: z.int(),
})
export type PeriodStatistics = z.infer<typeof PeriodStatistics>

/**
 * What a figure rests on. `known`: active vehicles with a valid answer of every source asked about it; `unknown`:
 * some source has no valid answer; `unasked`: no source is asked about it, so that nothing is known. The three add up
 * to the active vehicles.
 */
export const Basis = z.object({
  known: z.int(),
  unknown: z.int(),
  unasked: z.int(),
  oldest: z.nullable(Instant),
  /** It rests on dates that were told, by a source or a document: `known` have one, and `unasked` none. */
  dated: z.optional(z.literal(true)),
})
export type Basis = z.infer<typeof Basis>

export const TrendPoint = z.object({
  day: Day,
  /** Seen that day, or on the latest of the six before; else worked out from the changes recorded since. */
  seen: z.boolean(),
  /**
   * A kind of debt is absent where nothing is known of it; nothing owed is a kind with 0. `withoutAmount` are of
   * `count`.
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
  /** The company's day that the figures are of. */
  today: Day,
  /** Whether dates of policies are counted that only a document tells: for who may read documents. */
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
  /** Vehicles of any other status, which no figure counts. */
  others: z.object({ vehicles: z.int(), withDebt: z.int(), amount: z.number(), withoutAmount: z.int() }),
  /** By week, the newest last; the last is today. */
  trend: z.array(TrendPoint),
  /** What expires from tomorrow on, for a month. */
  forecast: z.array(ForecastWeek),
})
export type DashboardFacts = z.infer<typeof DashboardFacts>

const Vehicle = { vehicleAssetId: Id, plate: z.string(), stateName: z.string(), assetStatusId: z.int() }
/**
 * What none of an action rests on: of how many of the vehicles that it is about all sources have answered; null where
 * there are some.
 */
const basis = z.nullable(Basis)
/** Money at stake: of those with an amount; `withoutAmount` are the others. */
const atStake = { count: z.int(), vehicles: z.int(), amount: z.number(), withoutAmount: z.int() }

const PaymentRule = z.object({
  ruleKey: z.string(),
  kind: z.enum(['discount', 'blocks']),
  title: z.string(),
  where: z.string(),
  says: z.string(),
  validFrom: z.nullable(Day),
  validTo: z.nullable(Day),
  source: z.string(),
  sourceDate: z.nullable(Day),
  note: z.nullable(z.string()),
  /** What other sources say its days are: both ends are shown, and the rule's own is the sooner. */
  otherReading: z.nullable(z.object({ says: z.string(), source: z.string(), sourceDate: z.nullable(Day) })),
  shown: z.boolean(),
  /** Why it is not: its sources disagree, it is past its time. */
  whyNot: z.nullable(z.string()),
})
export type PaymentRule = z.infer<typeof PaymentRule>

export const NextActions = z.object({
  /** In the company's time zone; the week is today and the six days after it. */
  today: Day,
  weekEnds: Day,
  /** Payment lines that fall due in the week, soonest first; `next`: the first day after it with some. */
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
   * Discounts that end this week and save something, by a rule in force; `amount`: what paying later would cost more.
   */
  discounts: z.object({
    ...atStake,
    /** Null also where no rule of discounts is in use: nobody knows. */
    basis,
    /**
     * Days of the debts whose discount ends this week, for each step of a rule, or days of their notification.
     * `exact`: debts of these kinds and days are all of such a discount, so that the catalogue finds the same
     * vehicles.
     */
    windows: z.array(
      z.object({
        ruleKey: z.string(),
        states: z.nullable(z.array(z.int())),
        types: z.array(z.int()),
        countsFrom: z.enum(['debt', 'notification']),
        from: Day,
        to: Day,
        vehicles: z.int(),
        exact: z.boolean(),
      }),
    ),
    first: z.array(
      z.object({
        ...Vehicle,
        /** Before today where the rule's own end is past and only that of its other reading is to come. */
        day: Day,
        /** The last day by the rule's other reading, where it has one. */
        otherDay: z.nullable(Day),
        /** From which the days count; null: from the day of the debt. */
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
  /** By rule in force: vehicles that may not do it, and the least payment that frees them all. */
  blocked: z.array(
    z.object({
      ruleKey: z.string(),
      title: z.string(),
      states: z.array(z.int()),
      types: z.array(z.int()),
      ...atStake,
      basis,
      /** Of vehicles of the rule, those of which it is not known. */
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
  /** Debts that arose or grew after the vehicle was sold, stolen or lost. */
  growing: z.object({
    ...atStake,
    basis,
    first: z.array(
      z.object({ ...Vehicle, since: Instant, count: z.int(), amount: z.number(), withoutAmount: z.int(), latest: Day }),
    ),
  }),
  /** Debts marked as paid that the source still lists; `late`: for more than the seventy-two hours that it may take. */
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
    reply: z.object({
      dashboard: z.object({
        ...z.partial(DashboardFacts).shape,
        statistics: z.nullable(z.array(PeriodStatistics)),
        /** The fleet changed since they were worked out. */
        changed: z.boolean(),
        /** They were asked for, and are being worked out. */
        refreshing: z.boolean(),
      }),
    }),
    fails: 'Error obteniendo estadísticas',
  }),
  refresh: post('/api/v2/dashboard/refresh', {
    summary: 'Pide que las estadísticas se calculen de nuevo; si ya se pidió, no se pide otra vez.',
    needs: 'dashboard_read',
    reply: z.object({ refreshing: z.boolean() }),
    touches: ['dashboard.read', 'dashboard.actions'],
    fails: 'No se pudo pedir el cálculo de las estadísticas',
  }),
  actions: get('/api/v2/dashboard/actions', {
    summary:
      'Qué hacer esta semana: pagos y descuentos que vencen, trámites bloqueados, adeudos que no deberían estar.',
    needs: 'dashboard_read',
    opens: true,
    reply: NextActions,
    fails: 'Error obteniendo las próximas acciones',
  }),
  workbook: get('/api/v2/dashboard/workbook', {
    summary:
      'Dirección, por quince minutos, de un libro .xlsx con una gráfica como tabla, o con todas las de un dashboard.',
    needs: 'dashboard_read',
    query: z.strictObject({
      dashboard: z.enum(DASHBOARDS, 'Dashboard no válido'),
      months: monthsText,
      chart: z.optional(z.enum(CHART_KEYS, 'Gráfica no válida')),
    }),
    reply: z.object({ fileUrl: z.string() }),
    fails: 'No se pudo generar el libro',
  }),
})
