// The control route of debts: adds a debt to a plate at a portal, lists it as paid, or removes it (recorded-debts.ts).
import type { FastifyInstance } from 'fastify'
import { momentAt } from './clock.ts'
import { normal, type Portal } from './portal.ts'
import {
  addDebt,
  clearRecordedDebts,
  type LedgerName,
  payDebt,
  readRecordedDebts,
  removeDebt,
} from './recorded-debts.ts'
import { field, type SimulatorState } from './request-handler.ts'

type Order = { plate: string; ledger: LedgerName; add: string; pay: string; remove: string; cents?: number }

const name = /^[A-Za-z0-9 *-]{1,40}$/

/** @returns the order, or the error message */
function orderOf(body: unknown, portals: readonly Portal[]): Order | string {
  const portalName = field(body, 'portal')
  const plate = normal(field(body, 'plate'))
  const ledger = portals.find((portal) => portal.name === portalName)?.ledger
  const [add, pay, remove] = [field(body, 'add'), field(body, 'pay'), field(body, 'remove')]
  const value: unknown = Object(body).amount
  const amount = Number(value ?? 1)
  if (!ledger) return `En el portal «${portalName}» no se pueden anotar adeudos.`
  if (!plate) return 'Indique «plate»: la placa.'
  if (![add, pay, remove].some(Boolean) || ![add, pay, remove].filter(Boolean).every((id) => name.test(id)))
    return 'Indique «add», «pay» o «remove» con el folio del adeudo; «*» en pay y remove son todos.'
  if (add === '*') return 'Un adeudo nuevo necesita su propio folio.'
  if (!(amount > 0 && amount < 1e9)) return 'Indique «amount»: un número mayor que cero.'
  return { plate, ledger, add, pay, remove, ...(value === undefined ? {} : { cents: Math.round(amount * 100) }) }
}

export function openDebtControl(app: FastifyInstance, { clock }: SimulatorState, portals: readonly Portal[]): void {
  app.post('/__control/debts', (request, reply) => {
    const order = orderOf(request.body, portals)
    if (typeof order === 'string') return reply.code(400).send({ error: order })
    const { plate, ledger, add, pay, remove, cents } = order
    const { day } = momentAt(clock.now(), ledger === 'simit' ? 'CO' : 'MX')
    if (add) addDebt(ledger, plate, cents === undefined ? { id: add, day } : { id: add, day, cents })
    if (pay) payDebt(ledger, plate, pay)
    if (remove) removeDebt(ledger, plate, remove)
    return { plate, book: ledger, ...readRecordedDebts(ledger, plate) }
  })
  app.delete('/__control/debts', () => {
    clearRecordedDebts()
    return {}
  })
}
