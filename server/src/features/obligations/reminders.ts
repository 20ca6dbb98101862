// Reminders by mail: one letter a user and local day at most, in the morning, of what has reached a step of theirs.
// What is told is marked with its date in the letter's own transaction, so that it is told once, and a date that
// changes anew.

import { countOf, numberText } from '@padron/contract/count-of'
import { asCountry } from '@padron/contract/countries'
import { addDays, daysBetween, localTime } from '@padron/contract/days'
import type { FastifyBaseLogger } from 'fastify'
import { asTenant, type Db, type Tx } from '../../db/client.ts'
import { kindsFor } from '../../fleet/obligations.ts'
import { readRequesterAccess } from '../../jobs/requester.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import type { MailContent } from '../../mail/email-content.ts'
import type { Mailbox } from '../../mail/mailbox.ts'
import { emailsLeft, writeMails } from '../../mail/outbox.ts'
import { writingFor } from '../../numbers-for.ts'
import { beginRound, type Candidate, type Due, readCandidates, readDue, writeSent } from './reminders.queries.ts'

const FROM_HOUR = 7
const LINES_AT_MOST = 100
const LINK_DAYS = 30
const QUIET_MS = 3_600_000

/** Users that had nothing to be told, and until when they are left alone. */
type Quiet = Map<string, number>
type Reminding = { db: Db; mailbox: Mailbox; now: () => Date; log: FastifyBaseLogger; quiet?: Quiet }

const leftWords = (left: number): string => (left === 0 ? 'hoy' : left === 1 ? 'mañana' : `en ${left} días`)

/** A paragraph per date: `2026-11-21 (en 7 días):` and what falls due. */
export const reminderEmail = (due: readonly Due[], today: string): MailContent => {
  const listed = due.slice(0, LINES_AT_MOST)
  const days = [...Map.groupBy(listed, ({ dueOn }) => dueOn)]
  const more = due.length - listed.length
  const what = countOf(due.length, 'vencimiento próximo', 'vencimientos próximos')
  return {
    subject: `Padrón: ${what}`,
    lines: [
      `Hay ${what} en sus vehículos:`,
      ...days.flatMap(([day, items]) => [
        `${day} (${leftWords(daysBetween(today, day))}):`,
        ...items.map(({ plate, title }) => `· ${plate} · ${title}`),
      ]),
      ...(more > 0 ? [`y ${numberText(more)} más.`] : []),
      'Puede cambiar o apagar estos recordatorios en el calendario de la consola.',
    ],
    link: { text: 'Abrir el calendario', path: '/calendar', until: `${addDays(today, LINK_DAYS)}T00:00:00Z` },
  }
}

/** One user's round of a day. @param tx the company's own @returns whether a letter was written */
const remindOne = async (
  tx: Tx,
  who: Candidate,
  { day, now, mailbox }: { day: string; now: Date; mailbox: Mailbox },
): Promise<boolean> => {
  const access = await readRequesterAccess(tx, who.tenantId, who.userId, 'vehicles_read')
  if (access.refused !== undefined) return false
  const kinds = kindsFor(access.roles, who.kinds.join(','))
  const due = await readDue(tx, who, { days: who.days, kinds, today: day })
  if (due.length === 0) return false
  // What cannot be written today is not marked: it is told when it can be.
  if ((await emailsLeft(tx, who.tenantId)) === 0) return false
  const roundId = await beginRound(tx, who, day, due.length, now)
  if (roundId === undefined) return false
  await writeSent(tx, who, due, now)
  const content = writingFor(asCountry(who.country), () => reminderEmail(due, day))
  await writeMails(tx, mailbox, { kind: 'reminder', subjectId: roundId, recipients: [who.email], content })
  return true
}

/** Nobody before the morning of where they are, nor twice a day. */
const isTime = ({ timeZone, lastDay, ...who }: Candidate, at: Date, quiet: Quiet): boolean => {
  const { day, hour } = localTime(at, timeZone)
  const left = (quiet.get(keyOf(who)) ?? 0) - at.getTime()
  // More than an hour is left only where the clock was put back.
  return hour >= FROM_HOUR && lastDay !== day && (left <= 0 || left > QUIET_MS)
}
const keyOf = ({ tenantId, userId }: Pick<Candidate, 'tenantId' | 'userId'>): string => `${tenantId} ${userId}`

/**
 * One look at everybody; any number of processes may look at once. Where no letters are sent nobody is told of
 * anything, so that all of it is still to be told when they are.
 * @returns letters written
 */
export const sendReminders = async (
  { db, mailbox, now, log, quiet = new Map() }: Reminding,
  signal?: AbortSignal,
): Promise<number> => {
  if (!mailbox.configured) return 0
  const at = now()
  let written = 0
  for (const who of (await readCandidates(db)).filter((candidate) => isTime(candidate, at, quiet))) {
    if (signal?.aborted) break
    const { day } = localTime(at, who.timeZone)
    try {
      const wrote = await asTenant(db, who.tenantId, (tx) => remindOne(tx, who, { day, now: at, mailbox }))
      if (wrote) written++
      else quiet.set(keyOf(who), at.getTime() + QUIET_MS)
    } catch (error) {
      log.error({ err: error, tenantId: who.tenantId }, 'a reminder could not be written')
    }
  }
  return written
}

/** Looks at everybody every five minutes; users with nothing to be told are left alone for an hour. */
export const reminders = (reminding: Reminding): Schedule => {
  const quiet: Quiet = new Map()
  return {
    everyMs: 5 * 60_000,
    run: (signal) => sendReminders({ ...reminding, quiet }, signal),
    failure: 'reminders could not be sent',
  }
}
