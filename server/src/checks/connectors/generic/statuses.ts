// Types that are one statement about the vehicle (theft, insurance, plate, registry) → findings. A text means a
// status only where the settings list it whole; any other is a changed answer.
import { type ResourceTypeId, statusTone } from '@padron/contract/resources'
import type { Finding, Subject } from '../connector.ts'
import { remark } from '../parsing/payables.ts'
import { fold, sameIdentifier } from '../parsing/text.ts'
import { holds } from './conditions.ts'
import type { Said } from './definition.ts'
import { at, Changed, dateAt, textAt } from './values.ts'

export const PLATE_CHANGED = 12

/** @returns null where the source says nothing of the type, undefined where no case holds */
const meantByCase = ({ cases = [] }: Said, body: unknown): number | null | undefined =>
  cases.find(({ when }) => holds(when, body) === true)?.status

function meant(said: Said, body: unknown): number {
  const { name, status, path, texts = {}, cases } = said
  if (status !== undefined) return status
  if (cases) {
    const found = meantByCase(said, body)
    if (found === undefined || found === null) throw new Changed(`La fuente dice de «${name}» algo que no se reconoce.`)
    return found
  }
  return meantByText(path, texts, body)
}

function meantByText(path: string | undefined, texts: Readonly<Record<string, number>>, body: unknown): number {
  const said = path === undefined ? null : textAt(body, path)
  if (said === null) throw new Changed(`Falta o cambió el dato «${path}».`)
  const [, found] = Object.entries(texts).find(([text]) => fold(text) === fold(said)) ?? []
  if (found === undefined) throw new Changed(`La fuente dice «${said}», que no se reconoce.`)
  return found
}

/** What says it is in force must also say until when, and that day must not have passed. */
function stillMeant({ until }: Said, status: number, body: unknown, today: string): number {
  if (until === undefined || statusTone(status) !== 'clear') return status
  const last = dateAt(body, until.path)
  if (last === null) throw new Changed(`Falta el dato «${until.path}».`)
  return last.slice(0, 10) >= today ? status : until.past
}

function findingOf(said: Said, body: unknown, { plate }: Subject, today: string): Finding {
  const answered = said.plate === undefined ? null : textAt(body, said.plate)
  const changed = answered !== null && plate !== '' && !sameIdentifier(plate, answered)
  const notes = (said.notes ?? []).map(({ label, path }) => ({ label, value: textAt(body, path) }))
  const asked = { label: 'Placa consultada', value: changed ? plate : null }
  const first = changed ? PLATE_CHANGED : meant(said, body)
  const status = changed ? first : stillMeant(said, first, body, today)
  // Where the source says that it is in force, its day was looked at: it may still be past.
  const last = said.until && statusTone(first) === 'clear' ? dateAt(body, said.until.path)?.slice(0, 10) : undefined
  const end = last ? (statusTone(status) === 'clear' ? { validUntil: last } : { endsOn: last }) : {}
  const results = [remark(said.name, [...notes, asked])]
  return { type: said.type as ResourceTypeId, status, results, ...end }
}

const isUnread = ({ mayBeNull = [] }: Said, body: unknown): boolean =>
  [mayBeNull].flat().some((path) => at(body, path) === null)

const isUnsaid = (said: Said, body: unknown): boolean => {
  const found = meantByCase(said, body)
  return found === null || (said.mayBeUnsaid === true && found === undefined)
}

/**
 * @returns `whole`: the source read all of them; `unsaid`: names of those of which it said nothing, or nothing in
 * known words
 */
export function readStatuses(
  all: readonly Said[],
  body: unknown,
  subject: Subject,
  today: string,
): { findings: Finding[]; whole: boolean; unsaid: string[] } {
  const unsaid = all.filter((said) => isUnsaid(said, body))
  const rest = all.filter((said) => !unsaid.includes(said))
  const read = rest.filter((said) => !isUnread(said, body) || meantByCase(said, body) !== undefined)
  return {
    findings: read.map((said) => findingOf(said, body, subject, today)),
    whole: read.length === rest.length,
    unsaid: unsaid.map(({ name }) => name),
  }
}
