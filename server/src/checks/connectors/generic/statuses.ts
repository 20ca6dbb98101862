// Types with a single statement about the vehicle (theft, insurance, plate, registry) → findings. A text means a status
// only if the settings list the whole text; any other is a changed answer.
import { type ResourceTypeId, statusTone } from '@padron/contract/resources'
import type { Finding, Subject } from '../connector.ts'
import { remark } from '../parsing/payables.ts'
import { fold, sameIdentifier } from '../parsing/text.ts'
import { holds } from './conditions.ts'
import type { StatusSettings } from './definition.ts'
import { at, Changed, dateAt, textAt } from './values.ts'

export const PLATE_CHANGED = 12

/** @returns null if the source gives no information about the type, undefined if no case holds */
const statusByCase = ({ cases = [] }: StatusSettings, body: unknown): number | null | undefined =>
  cases.find(({ when }) => holds(when, body) === true)?.status

function statusOf(settings: StatusSettings, body: unknown): number {
  const { name, status, path, texts = {}, cases } = settings
  if (status !== undefined) return status
  if (cases) {
    const found = statusByCase(settings, body)
    if (found === undefined || found === null) throw new Changed(`La fuente dice de «${name}» algo que no se reconoce.`)
    return found
  }
  return statusByText(path, texts, body)
}

function statusByText(path: string | undefined, texts: Readonly<Record<string, number>>, body: unknown): number {
  const settings = path === undefined ? null : textAt(body, path)
  if (settings === null) throw new Changed(`Falta o cambió el dato «${path}».`)
  const [, found] = Object.entries(texts).find(([text]) => fold(text) === fold(settings)) ?? []
  if (found === undefined) throw new Changed(`La fuente dice «${settings}», que no se reconoce.`)
  return found
}

/** A status in force needs a last day, and that day must not have passed. */
function statusOnDay({ until }: StatusSettings, status: number, body: unknown, today: string): number {
  if (until === undefined || statusTone(status) !== 'clear') return status
  const last = dateAt(body, until.path)
  if (last === null) throw new Changed(`Falta el dato «${until.path}».`)
  return last.slice(0, 10) >= today ? status : until.past
}

function findingOf(settings: StatusSettings, body: unknown, { plate }: Subject, today: string): Finding {
  const answered = settings.plate === undefined ? null : textAt(body, settings.plate)
  const changed = answered !== null && plate !== '' && !sameIdentifier(plate, answered)
  const notes = (settings.notes ?? []).map(({ label, path }) => ({ label, value: textAt(body, path) }))
  const queriedPlate = { label: 'Placa consultada', value: changed ? plate : null }
  const first = changed ? PLATE_CHANGED : statusOf(settings, body)
  const status = changed ? first : statusOnDay(settings, first, body, today)
  // If the first status is in force, its last day was read; it may be past.
  const last =
    settings.until && statusTone(first) === 'clear' ? dateAt(body, settings.until.path)?.slice(0, 10) : undefined
  const end = last ? (statusTone(status) === 'clear' ? { validUntil: last } : { endsOn: last }) : {}
  const results = [remark(settings.name, [...notes, queriedPlate])]
  return { type: settings.type as ResourceTypeId, status, results, ...end }
}

const isUnread = ({ mayBeNull = [] }: StatusSettings, body: unknown): boolean =>
  [mayBeNull].flat().some((path) => at(body, path) === null)

const isUnsaid = (settings: StatusSettings, body: unknown): boolean => {
  const found = statusByCase(settings, body)
  return found === null || (settings.mayBeUnsaid === true && found === undefined)
}

/**
 * @returns `whole`: the source read all types; `unsaid`: the names of types about which the source gave no information,
 * or none in known words
 */
export function readStatuses(
  all: readonly StatusSettings[],
  body: unknown,
  subject: Subject,
  today: string,
): { findings: Finding[]; whole: boolean; unsaid: string[] } {
  const unsaid = all.filter((settings) => isUnsaid(settings, body))
  const rest = all.filter((settings) => !unsaid.includes(settings))
  const read = rest.filter((settings) => !isUnread(settings, body) || statusByCase(settings, body) !== undefined)
  return {
    findings: read.map((settings) => findingOf(settings, body, subject, today)),
    whole: read.length === rest.length,
    unsaid: unsaid.map(({ name }) => name),
  }
}
