// Descriptions of the figures of the dashboards and of this week's tasks.
import { inEach } from './in-each.ts'

const COUNT = 'Cuántos adeudos.'
const VEHICLES = 'De cuántos vehículos.'
const AMOUNT = 'Lo que suman los que tienen importe.'
const OWED = { amount: AMOUNT, count: COUNT, vehicles: VEHICLES }
const OF_WHOM = 'Su nombre; null: los vehículos sin ese dato.'
const HOW_MANY = 'Cuántos vehículos.'
const FIRST = 'Los primeros.'
const EMPTY_BASIS = 'Si no hay ninguno, de cuántos vehículos respondieron todas las fuentes; null: sí los hay.'
const STARTS = 'El primer día; null: sin principio, o sin fecha.'
const ENDS = 'El último día, incluido; null: sin fin, o sin fecha.'
/** The second kind of debt of a country; the wire has Mexico's name for it. */
const TENENCIAS = 'tenencias (México) o comparendos (Colombia)'
const TYPE = 'El tipo de recurso.'

const RANKINGS = {
  topRFCs: 'Las razones sociales que más deben.',
  topLessors: 'Las arrendadoras cuyos vehículos más deben.',
  topModels: 'Los modelos que más deben.',
  topBrands: 'Las marcas que más deben.',
  ticketsByState: 'Las multas, por estado.',
  ticketsByRFC: 'Las multas, por razón social.',
  tenenciasByState: `Las ${TENENCIAS}, por estado.`,
  tenenciasByRFC: `Las ${TENENCIAS}, por razón social.`,
}
const TIMES = { ticketsByTime: 'Las multas, por tiempo.', tenenciasByTime: `Las ${TENENCIAS}, por tiempo.` }
const DAYS = {
  ensuranceNext30: 'Las pólizas que vencen en los próximos treinta días, por día.',
  ensurancePrevious30: 'Las pólizas que vencieron en los treinta días anteriores, por día.',
  inspectionNext30: 'Las RTM que vencen en los próximos treinta días, por día.',
  inspectionPrevious30: 'Las RTM que vencieron en los treinta días anteriores, por día.',
}
const COUNTS = {
  vehiclesPerRFC: 'Los vehículos, por razón social.',
  vehiclesPerLessor: 'Los vehículos, por arrendadora.',
  vehiclesPerBrandModel: 'Los vehículos, por marca y modelo.',
  vehiclesPerState: 'Los vehículos, por estado.',
  vehiclesPerYear: 'Los vehículos, por año modelo.',
}
const paths = (fields: object): string[] => Object.keys(fields).map((name) => `PeriodStatistics.${name}`)

const ACTIONS = ['payments', 'discounts', 'blocked', 'growing', 'stillListed'].map((name) => `NextActions.${name}`)

export const DASHBOARD_FIELDS: Readonly<Record<string, string>> = {
  'Basis.known': 'Los vehículos activos con una respuesta vigente de todas sus fuentes.',
  'Basis.unknown': 'Los vehículos activos a los que les falta la respuesta vigente de alguna.',
  'Basis.unasked': 'Los vehículos activos de los que no se consulta ninguna.',
  'Basis.dated': 'Si descansa en fechas: `known` tienen una, `unasked` no.',

  'DashboardReadReply.dashboard': 'Las cifras, de los vehículos activos.',
  'DashboardReadReply.dashboard.statistics': 'Las cifras de cada periodo; null: todavía no se calculan.',
  'DashboardReadReply.dashboard.papers':
    'Si cuentan las fechas de las pólizas de los documentos: pide el permiso de leerlos.',
  'DashboardReadReply.dashboard.basis': 'En qué descansan las cifras, por clase.',
  ...inEach(['DashboardReadReply.dashboard.basis'], {
    debt: 'Las de adeudos.',
    tickets: 'Las de multas.',
    tenencias: `Las de ${TENENCIAS}.`,
    insurance: 'Las de seguros o SOAT.',
    inspection: 'Las de verificaciones o RTM.',
    stolen: 'Las de reportes de robo.',
  }),
  'DashboardReadReply.dashboard.debtByType': 'Lo que se debe, por tipo de recurso.',
  'DashboardReadReply.dashboard.debtByType.typeId': TYPE,
  ...inEach(['DashboardReadReply.dashboard.debtByType'], OWED),
  'DashboardReadReply.dashboard.others': 'Los vehículos de otros estatus, que ninguna cifra cuenta.',
  'DashboardReadReply.dashboard.others.vehicles': 'Cuántos son.',
  'DashboardReadReply.dashboard.others.withDebt': 'Cuántos deben algo.',
  'DashboardReadReply.dashboard.others.amount': AMOUNT,
  'DashboardReadReply.dashboard.trend': 'Lo que se debía cada semana, la más antigua primero; el último punto es hoy.',
  'DashboardReadReply.dashboard.forecast': 'Lo que vence en un mes, desde mañana, por semana.',
  'DashboardReadReply.dashboard.changed': 'Si la flota cambió desde que se calcularon.',
  ...inEach(['DashboardReadReply.dashboard', 'DashboardRefreshReply'], {
    refreshing: 'Si se están calculando de nuevo, o se pidió.',
  }),
  'TrendPoint.day': 'El día.',
  'TrendPoint.seen': 'Si se midió ese día o en los seis anteriores; si no, se dedujo de los cambios que siguieron.',
  'TrendPoint.types': 'Por tipo de recurso; el que falta se desconoce, el que está en 0 no debe nada.',
  'TrendPoint.types.typeId': TYPE,
  'TrendPoint.types.amount': AMOUNT,
  'TrendPoint.types.count': COUNT,
  'ForecastWeek.from': 'El primer día.',
  'ForecastWeek.to': 'El último día, incluido.',
  'ForecastWeek.kinds': 'Lo que vence, por clase.',
  'ForecastWeek.kinds.kind': 'La clase de vencimiento.',
  'ForecastWeek.kinds.count': 'Cuántos vencimientos.',
  'ForecastWeek.kinds.vehicles': VEHICLES,
  'ForecastWeek.kinds.amount': 'La suma de las líneas de captura; null: ninguna tiene importe.',

  'PeriodStatistics.months':
    'El periodo: 1, 3, 6 y 12 los adeudos de esos meses, 0 todos, -1 las líneas de captura que vencen, -2 los ' +
    'adeudos sin fecha. Lo que no trata de adeudos es siempre de hoy.',
  'PeriodStatistics.period': 'El periodo, con palabras.',
  'PeriodStatistics.from': STARTS,
  'PeriodStatistics.to': ENDS,
  'PeriodStatistics.totalVehicleCount': 'Cuántos vehículos activos hay.',
  'PeriodStatistics.vehiclesWithDebt': 'Cuántos deben algo.',
  'PeriodStatistics.totalDebt': AMOUNT,
  'PeriodStatistics.totalDebtCount': COUNT,
  'PeriodStatistics.debtsWithoutAmount': 'Cuántos adeudos no tienen importe: no están en la suma.',
  'PeriodStatistics.vehiclesWithManualInterventionNeeded': 'De cuántos vehículos alguna fuente requiere a una persona.',
  ...inEach(['PeriodStatistics'], { ...RANKINGS, ...TIMES, ...DAYS, ...COUNTS }),
  ...inEach([...paths(RANKINGS), ...paths(TIMES)], OWED),
  ...inEach(
    paths(RANKINGS).filter((path) => !path.endsWith('State')),
    { field: OF_WHOM },
  ),
  ...inEach(
    paths(RANKINGS).filter((path) => path.endsWith('State')),
    { field: 'El nombre del estado.' },
  ),
  ...inEach([...paths(TIMES), 'PeriodStatistics.stolenByTime'], { from: STARTS, to: ENDS }),
  'PeriodStatistics.stolenByTime': 'Los vehículos con reporte de robo, por tiempo.',
  'PeriodStatistics.stolenByTime.amount': HOW_MANY,
  ...inEach(paths(DAYS), { day: 'El día.', amount: HOW_MANY }),
  ...inEach(paths(COUNTS), { amount: HOW_MANY }),
  ...inEach(['PeriodStatistics.vehiclesPerRFC', 'PeriodStatistics.vehiclesPerLessor'], { field: OF_WHOM }),
  'PeriodStatistics.vehiclesPerBrandModel.field': 'La marca y el modelo, juntos.',
  'PeriodStatistics.vehiclesPerBrandModel.brand': 'La marca; null: se desconoce.',
  'PeriodStatistics.vehiclesPerBrandModel.model': 'El modelo; null: se desconoce.',
  'PeriodStatistics.vehiclesPerState.field': 'El nombre del estado.',
  'PeriodStatistics.vehiclesPerYear.field': 'El año modelo, con letras; null: se desconoce.',
  'PeriodStatistics.vehiclesWithTickets': 'Cuántos vehículos tienen multas.',
  'PeriodStatistics.totalTicketsCount': 'Cuántas multas.',
  'PeriodStatistics.totalTicketsDebt': 'Lo que suman las multas con importe.',
  'PeriodStatistics.ticketsWithoutAmount': 'Cuántas multas no tienen importe.',
  'PeriodStatistics.vehiclesWithTenencias': `Cuántos vehículos deben ${TENENCIAS}.`,
  'PeriodStatistics.totalTenenciasCount': `Cuántas ${TENENCIAS}.`,
  'PeriodStatistics.totalTenenciasDebt': `Lo que suman las ${TENENCIAS} con importe.`,
  'PeriodStatistics.tenenciasWithoutAmount': `Cuántas ${TENENCIAS} no tienen importe.`,
  'PeriodStatistics.vehiclesWithEnsuranceExpired':
    'Cuántos no tienen seguro vigente, según sus fuentes; en México, donde no hay una, según la fecha de su póliza.',
  'PeriodStatistics.ensuranceToExpire': 'De cuántos vence la póliza en los próximos treinta días.',
  'PeriodStatistics.vehiclesWithInspectionExpired': 'Cuántos no tienen RTM vigente.',
  'PeriodStatistics.inspectionToExpire': 'De cuántos vence la RTM en los próximos treinta días.',
  'PeriodStatistics.vehiclesWithStolenReport': 'Cuántos tienen reporte de robo.',

  'NextActions.weekEnds': 'El último día de la semana: hoy y los seis siguientes.',
  'NextActions.payments': 'Las líneas de captura que vencen en la semana, la que vence antes primero.',
  'NextActions.discounts': 'Los descuentos que terminan en la semana, de las reglas que rigen.',
  'NextActions.blocked': 'Por regla que rige, los vehículos que no pueden hacer un trámite por lo que deben.',
  'NextActions.appeals': 'Por plazo que rige para impugnar, sus adeudos.',
  'NextActions.units': 'Por unidad (UMA, UVT, UVB), los adeudos que la fuente da en ella.',
  'NextActions.growing': 'Los adeudos que aparecieron o crecieron después de que el vehículo se vendió, robó o perdió.',
  'NextActions.stillListed': 'Los adeudos marcados como pagados que la fuente todavía lista.',
  'NextActions.rules': 'Las reglas de las que se habla.',
  ...inEach([...ACTIONS, 'NextActions.units', 'NextActions.discounts.byRule'], OWED),
  ...inEach(
    [
      ...ACTIONS.filter((path) => path !== 'NextActions.stillListed'),
      'NextActions.appeals',
      'NextActions.discounts.byRule',
    ],
    { basis: EMPTY_BASIS },
  ),
  'NextActions.discounts.basis': `${EMPTY_BASIS} También null donde no rige ninguna regla.`,
  'NextActions.discounts.amount': 'Lo que cuesta de más pagarlos después.',
  'NextActions.blocked.amount': 'El menor pago que los libera a todos.',
  ...inEach(ACTIONS, { first: FIRST }),
  'NextActions.payments.count': 'Cuántas líneas de captura.',
  'NextActions.payments.next': 'El primer día después de la semana en que vence alguna; null: ninguna.',
  'NextActions.payments.next.day': 'El día.',
  'NextActions.payments.next.count': 'Cuántas vencen.',
  'NextActions.payments.next.amount': AMOUNT,
  'NextActions.payments.first.day': 'El día en que vence.',
  'NextActions.payments.first.detail': 'Más sobre ella; null: nada.',
  'NextActions.payments.first.amount': 'Su importe; null: se desconoce.',
  ...inEach(['NextActions.payments.first', 'NextActions.discounts.first', 'NextActions.stillListed.first'], {
    source: 'La fuente que lo dice.',
  }),
  'NextActions.discounts.windows':
    'Por cada paso de una regla, los días de los adeudos cuyo descuento termina en la semana.',
  'NextActions.discounts.windows.states': 'En qué estados; null: en todos.',
  'NextActions.discounts.windows.types': 'De qué tipos de recurso.',
  'NextActions.discounts.windows.countsFrom':
    'Desde la fecha del adeudo (`debt`) o de su notificación (`notification`).',
  'NextActions.discounts.windows.from': 'El primer día.',
  'NextActions.discounts.windows.to': 'El último día, incluido.',
  'NextActions.discounts.windows.count': COUNT,
  'NextActions.discounts.windows.vehicles': VEHICLES,
  'NextActions.discounts.windows.exact':
    'Si todos los adeudos de esos tipos y días tienen el descuento: entonces el catálogo encuentra los mismos ' +
    'vehículos.',
  'NextActions.discounts.byRule':
    'Por regla que rige, los adeudos cuyo descuento termina en la semana, y lo que se ahorra.',
  'NextActions.discounts.first.day': 'El último día del descuento.',
  'NextActions.discounts.first.otherDay': 'El último día según la otra lectura de la regla; null: no hay otra.',
  'NextActions.discounts.first.notifiedOn': 'El día desde el que se cuenta; null: el del adeudo.',
  ...inEach(['NextActions.discounts.first', 'NextActions.stillListed.first'], { description: 'Qué se debe.' }),
  'NextActions.discounts.first.total': 'Lo que se debe; null: se desconoce.',
  'NextActions.discounts.first.payNow': 'Lo que cuesta con el descuento; null: se desconoce.',
  'NextActions.discounts.first.payLater': 'Lo que cuesta después; null: se desconoce.',
  'NextActions.discounts.first.saving': 'Lo que se ahorra; null: se desconoce.',
  'NextActions.discounts.first.savingBy': 'Quién dice el ahorro: la fuente (`source`) o la regla (`rule`).',
  'NextActions.blocked.states': 'En qué estados.',
  'NextActions.blocked.types': 'Por adeudos de qué tipos de recurso.',
  'NextActions.blocked.unknown': 'De cuántos vehículos de la regla se desconoce.',
  'NextActions.blocked.first.amount': AMOUNT,
  'NextActions.blocked.first.debts': 'Sus adeudos, por tipo de recurso.',
  'NextActions.blocked.first.debts.typeId': TYPE,
  'NextActions.blocked.first.debts.count': COUNT,
  'NextActions.blocked.first.debts.amount': AMOUNT,
  'NextActions.appeals.open': 'Cuántos están en plazo.',
  'NextActions.appeals.vehicles': 'De cuántos vehículos son los que están en plazo.',
  'NextActions.appeals.past': 'De cuántos ya terminó.',
  'NextActions.appeals.unknown': 'De cuántos se desconoce, porque la fuente no da el día desde el que se cuenta.',
  'NextActions.appeals.soonest': 'El último día del que termina antes; null: ninguno está en plazo.',
  'NextActions.growing.first.since': 'Desde cuándo tiene ese estatus.',
  'NextActions.growing.first.count': COUNT,
  'NextActions.growing.first.amount': AMOUNT,
  'NextActions.growing.first.latest': 'El día del más reciente.',
  'NextActions.stillListed.late': 'Cuántos siguen ahí más de setenta y dos horas después.',
  'NextActions.stillListed.waiting': 'Cuántos hay marcados cuya fuente no ha respondido desde entonces.',
  'NextActions.stillListed.first.amount': 'Su importe; null: se desconoce.',
  'NextActions.stillListed.first.markedBy': 'Quién lo marcó; null: se desconoce.',
  'NextActions.stillListed.first.listedAt': 'Cuándo lo listó la fuente por última vez.',
  'NextActions.rules.kind':
    '`discount` un descuento, `blocks` un trámite bloqueado, `appeal` un plazo, `unit` un valor.',
  'NextActions.rules.where': 'Dónde rige.',
  'NextActions.rules.says': 'La regla, con palabras.',
  'NextActions.rules.note': 'Una observación; null: ninguna.',
  'NextActions.rules.otherReading': 'Lo que dice otra fuente; null: ninguna dice otra cosa.',
  'NextActions.rules.shown': 'Si rige hoy y no se desactivó.',
}
