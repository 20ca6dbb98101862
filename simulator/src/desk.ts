// The desk every portal answers from: who may ask, which face is shown, what is said, how it leaves, what is counted.
// Order of faces: a fault for this plate, the mark QQnn, a fault for a share of the plates, one for the whole portal,
// the plate's own trouble.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chance, share } from './chance.ts'
import { type Clock, momentAt } from './clock.ts'
import { deliver } from './deliver.ts'
import { isWritten } from './ledger.ts'
import { type Answer, type Asked, normal, type Portal } from './portal.ts'
import { type Face, faceOfMark, type Shown } from './scenarios.ts'

export type Settings = { asyncMs: number; slowMs: number }

export type Desk = {
  clock: Clock
  settings: Settings
  /** Faces by portal name, or by portal name and plate: `apitude`, `apitude/RKA123A`. */
  faults: Map<string, Face>
  /** Faces for a share of a portal's plates, 0 to 1, by portal name. */
  shares: Map<string, Partial<Record<Face, number>>>
  /** Requests by portal, then by what was shown. */
  stats: Map<string, Map<string, number>>
}

export const createDesk = (clock: Clock, settings: Settings): Desk => ({
  clock,
  settings,
  faults: new Map(),
  shares: new Map(),
  stats: new Map(),
})

export const faultKey = (portal: string, plate = ''): string => (plate ? `${portal}/${normal(plate)}` : portal)

export function count(desk: Desk, portal: string, shown: string): void {
  const counts = desk.stats.get(portal) ?? new Map<string, number>()
  counts.set(shown, (counts.get(shown) ?? 0) + 1)
  desk.stats.set(portal, counts)
}

export function faceFor(desk: Desk, portal: Portal, asked: Asked): Shown {
  const marks = [asked.plate, asked.vin, asked.holder ?? '']
  return (
    faultOf(desk, portal, marks) ||
    faceOfMark(...marks) ||
    sharedFace(desk, portal, asked) ||
    desk.faults.get(portal.name) ||
    ownTrouble(portal, asked)
  )
}

const faultOf = (desk: Desk, { name }: Portal, marks: readonly string[]): Face | undefined =>
  desk.faults.size === 0
    ? undefined
    : marks.map((mark) => mark && desk.faults.get(faultKey(name, mark))).find((face) => face) || undefined

/** Deterministic by plate: the same plates are struck each time, and a greater share strikes them still. */
function sharedFace(desk: Desk, { name }: Portal, { key }: Asked): Face | undefined {
  const shares = desk.shares.get(name)
  return shares && share(shares, undefined, chance('share', name, key))
}

/** A plate that a test wrote debts of has no trouble of its own. */
const ownTrouble = (portal: Portal, { key, plate }: Asked): Shown =>
  isWritten(portal.ledger, plate) ? 'natural' : share(portal.troubles, 'natural', chance('trouble', portal.name, key))

/** Faces that spoil the transport: every portal has them. */
export const delivery: ReadonlySet<Shown> = new Set(['slow', 'hang', 'drip', 'cut', 'latin1', 'gzip', 'gzip-bomb'])

/** What the portal says under a face. Delivery faces carry the one-debt answer, so a test always has a row to read. */
export function answerOf(desk: Desk, portal: Portal, asked: Asked, face: Shown, now = desk.clock.now()): Answer {
  const { answers } = portal
  const content = answers[face] ?? (delivery.has(face) ? answers['one-debt'] : undefined) ?? answers.natural
  return content(asked, momentAt(now, portal.country))
}

/** Reads a text field of a query or body, trimmed; '' when it is missing or no text. */
export function field(source: unknown, name: string): string {
  if (typeof source !== 'object' || source === null) return ''
  const value: unknown = Reflect.get(source, name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Checks credentials and input. When either is refused it has replied already and gives undefined. */
export function received(desk: Desk, portal: Portal, request: FastifyRequest, reply: FastifyReply): Asked | undefined {
  const refuse = (shown: string, answer: Answer): undefined => {
    count(desk, portal.name, shown)
    deliver(reply, answer, 'natural', 0)
  }
  if (!portal.allowed(request.headers)) {
    return refuse('refused', answerOf(desk, portal, { key: '', plate: '', vin: '' }, 'unauthorized'))
  }
  const source = portal.method === 'GET' ? request.query : request.body
  const refused = portal.refuses?.(source)
  if (refused) return refuse('bad-request', refused)
  const asked = portal.ask((name) => field(source, name), momentAt(desk.clock.now(), portal.country))
  return 'status' in asked ? refuse('bad-request', asked) : asked
}

function respond(desk: Desk, portal: Portal, asked: Asked, reply: FastifyReply): void {
  const face = faceFor(desk, portal, asked)
  count(desk, portal.name, face)
  deliver(reply, answerOf(desk, portal, asked, face), face, desk.settings.slowMs)
}

/** Opens a portal that answers in one step. */
export function openPortal(app: FastifyInstance, desk: Desk, portal: Portal): void {
  app.route({
    method: portal.method,
    url: portal.path,
    handler: (request, reply) => {
      const asked = received(desk, portal, request, reply)
      if (asked) respond(desk, portal, asked, reply)
    },
  })
}
