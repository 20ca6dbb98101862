// News in words: changes since the last visit or of a day, and outages of a source. Pure. A failing source is never
// reported as a change of a vehicle.
import { localMinute } from '@padron/contract/days'
import { money } from '@padron/contract/money'
import type { Country } from '@padron/contract/places/countries'
import { type ChangeKind, OUTCOMES, type Outcome } from '@padron/contract/resource-status'
import { countOf as count, numberText as number, vehiclesText } from '@padron/contract/texts/count-of'
import { numericMoment } from '@padron/contract/texts/day-texts'
import type { Changes, Outage } from './news.queries.ts'

const TITLES: Readonly<Record<ChangeKind, { one: string; many: string; debts: boolean }>> = {
  new: { one: 'adeudo nuevo', many: 'adeudos nuevos', debts: true },
  grew: { one: 'adeudo que creció', many: 'adeudos que crecieron', debts: true },
  fell: { one: 'adeudo que bajó', many: 'adeudos que bajaron', debts: true },
  paid: { one: 'adeudo pagado', many: 'adeudos pagados', debts: true },
  vanished: { one: 'adeudo que ya no aparece', many: 'adeudos que ya no aparecen', debts: true },
  returned: { one: 'adeudo que volvió a aparecer', many: 'adeudos que volvieron a aparecer', debts: true },
  status: { one: 'cambio de estado', many: 'cambios de estado', debts: false },
}

export const changeTitle = ({ kind, changes }: Changes): string => count(changes, TITLES[kind].one, TITLES[kind].many)

/** @returns «En 2 vehículos, por $12,340.50 MXN; 1 sin importe.» */
export const changeWords = (change: Changes, country: Country): string => {
  const { kind, vehicles, amount, withoutAmount } = change
  const where = `En ${vehiclesText(vehicles)}`
  if (!TITLES[kind].debts) return `${where}.`
  if (amount === null) return `${where}, sin importe conocido.`
  const more = withoutAmount > 0 ? `; ${number(withoutAmount)} sin importe` : ''
  const than = kind === 'grew' ? ' más' : kind === 'fell' ? ' menos' : ''
  return `${where}, por ${money(amount, country)}${than}${more}.`
}

/** Opens a single vehicle; for several, the catalogue by debt or by last query. */
export const changeLink = ({ kind, vehicleId }: Changes): string => {
  if (vehicleId !== null) return `/?vehicle=${vehicleId}`
  return kind === 'new' || kind === 'grew' || kind === 'returned'
    ? '/?sort=debt&order=desc'
    : '/?sort=processedDate&order=desc'
}

const at = (time: string, zone: string): string => numericMoment(localMinute(time, zone))

const MINUTE = 60_000
const lasted = (began: string, ended: string): string => {
  const minutes = Math.max(1, Math.round((Date.parse(ended) - Date.parse(began)) / MINUTE))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return `${count(days, 'día', 'días')}${hours > 0 ? ` y ${count(hours, 'hora', 'horas')}` : ''}`
  const rest = minutes % 60
  if (hours === 0) return count(minutes, 'minuto', 'minutos')
  return `${count(hours, 'hora', 'horas')}${rest > 0 ? ` y ${count(rest, 'minuto', 'minutos')}` : ''}`
}

const isWithoutCredit = ({ outcome }: Pick<Outage, 'outcome'>): boolean => outcome === 'no-credit'

export const outageTitle = (outage: Outage, zone: string): string => {
  const { portal, beganAt, endedAt } = outage
  if (endedAt !== null) return `${portal} volvió el ${at(endedAt, zone)}`
  return `${portal} ${isWithoutCredit(outage) ? 'no tiene saldo' : 'no responde'} desde el ${at(beganAt, zone)}`
}

const UNCHANGED_NOTE = 'Los datos de sus vehículos quedan como estaban en la última respuesta.'
export const outageWords = (outage: Outage, zone: string): string => {
  const { beganAt, endedAt, outcome } = outage
  if (endedAt === null) return `${OUTCOMES[outcome as Outcome] ?? 'La fuente falla'}. ${UNCHANGED_NOTE}`
  const was = isWithoutCredit(outage) ? 'No tuvo saldo' : 'No respondió'
  return `${was} desde el ${at(beganAt, zone)}, durante ${lasted(beganAt, endedAt)}.`
}
