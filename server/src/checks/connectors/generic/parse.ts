// Parses an answer by its settings: opens it, verifies that it is about the queried vehicle, and then reads its data.
// Anything that does not fit is shape-drift.
import { holderDocument, splitDocument } from '@padron/contract/rules/tax-ids'
import type { Finding, Parsed, RawAnswer, ReceivedFile, Registration, Subject } from '../connector.ts'
import { drift } from '../parsing/answers.ts'
import { unknownFields } from '../parsing/known-fields.ts'
import { sameIdentifier } from '../parsing/text.ts'
import { readCertificates } from './certificates.ts'
import type { Definition } from './definition.ts'
import { filesOf, historyOf, registrationOf, withEvidence } from './extras.ts'
import { type Gathered, gatherRows, readLists } from './lists.ts'
import { openAnswer } from './open-answer.ts'
import { readStatuses } from './statuses.ts'
import { Changed, instantAt, textAt } from './values.ts'

type Known = { known: ReadonlySet<string>; whole: ReadonlySet<string> } | undefined
type Read = (answers: readonly RawAnswer[], subject: Subject, today: string) => Parsed

/** A document is the same with and without its type, and a NIT with and without its check digit. */
const sameHolder = (queried: string, answered: string): boolean =>
  [queried, splitDocument(queried).number, holderDocument(queried)?.number ?? ''].some(
    (text) => text !== '' && sameIdentifier(text, answered),
  )

const isSame = (as: 'plate' | 'vin' | 'taxIdentifier', subject: Subject, answered: string): boolean =>
  as === 'taxIdentifier' ? sameHolder(subject.taxIdentifier ?? '', answered) : sameIdentifier(subject[as], answered)

const isOtherSubject = ({ same = [] }: Definition, body: unknown, subject: Subject): boolean =>
  same.some(({ path, as, mayBeMissing }) => {
    const answered = textAt(body, path)
    return answered === null ? !mayBeMissing : !isSame(as, subject, answered)
  })

/** A good refusal («not registered») that names another vehicle is no information about this one. */
const refusesOther = ({ same = [] }: Definition, trouble: Parsed, body: unknown, subject: Subject): boolean =>
  'findings' in trouble &&
  same.some(({ path, as }) => {
    const answered = textAt(body, path)
    return answered !== null && !isSame(as, subject, answered)
  })

const OTHER_SUBJECT = drift('La respuesta no es de lo que se preguntó.')

/** The parts of the answer that do not depend on the vehicle: read once for all vehicles of a holder. */
type Whole = {
  body: unknown
  lists: Gathered | undefined
  registration: Registration | undefined
  files: ReceivedFile[]
  fresh: string[]
}

const wholeOf = (definition: Definition, body: unknown, known: Known): Whole => ({
  body,
  lists: definition.lists ? gatherRows(definition, body) : undefined,
  registration: registrationOf(definition, body),
  files: filesOf(definition, body),
  fresh: known ? unknownFields(body, known.known, known.whole) : [],
})

function parseBody(definition: Definition, answer: RawAnswer, whole: Whole, subject: Subject, today: string): Parsed {
  const { statuses = [], certificates = [], unverified, purpose } = definition
  const { body, lists, registration, files, fresh } = whole
  const read = lists ? readLists(definition, lists, subject) : { findings: [], remarks: [], whole: true }
  const alone = readStatuses(statuses, body, subject, today)
  const dated = readCertificates(certificates, body, subject, today)
  const found: Finding[] = [...read.findings, ...alone.findings, ...dated.findings]
  const isWhole = alone.whole && dated.whole
  const findings = withEvidence(definition, body, found, answer.origin)
  const history = historyOf(definition, body, subject)
  const asOf = definition.asOf === undefined ? null : instantAt(body, definition.asOf)
  if (findings.length === 0 && purpose !== 'history')
    return drift(read.remarks[0] ?? 'La respuesta no dice nada de lo que se preguntó.')
  const unread = isWhole ? [] : ['La fuente no pudo leer todas sus secciones.']
  // A new query would not change the source's words: without those types the answer is complete.
  const unsaid = alone.unsaid.map((name) => `La fuente no dijo con palabras conocidas: ${name}.`)
  const remarks = [...read.remarks, ...unread, ...unsaid, ...(unverified ? [unverified] : [])]
  return {
    outcome: read.whole && isWhole ? 'ok' : 'partial',
    findings,
    ...(remarks.length ? { remarks } : {}),
    ...(registration ? { registration } : {}),
    ...(history ? { history } : {}),
    ...(files.length ? { files } : {}),
    ...(fresh.length ? { unknownFields: fresh } : {}),
    ...(asOf === null ? {} : { asOf }),
  }
}

const guarded = <T>(work: () => T): T | { trouble: Parsed; body?: unknown } => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Changed) return { trouble: drift(error.message) }
    throw error
  }
}

/** Caches the result of `make` per array of answers, for as long as the array lives. */
const oncePer = <T>(make: (answers: readonly RawAnswer[]) => T): ((answers: readonly RawAnswer[]) => T) => {
  const cache = new WeakMap<readonly RawAnswer[], { value: T }>()
  return (answers) => {
    const cached = cache.get(answers) ?? { value: make(answers) }
    cache.set(answers, cached)
    return cached.value
  }
}

/** @param known the fields that the settings know; absent: new fields are not reported */
export const parseBy = (definition: Definition, known: Known): Read => {
  const open = oncePer((answers) => guarded(() => openAnswer(definition, answers)))
  const gather = oncePer((answers) => {
    const good = open(answers)
    return 'trouble' in good ? good : guarded(() => wholeOf(definition, good.body, known))
  })
  return (answers, subject, today) => {
    const good = open(answers)
    if ('trouble' in good)
      return refusesOther(definition, good.trouble, good.body, subject) ? OTHER_SUBJECT : good.trouble
    if (isOtherSubject(definition, good.body, subject)) return OTHER_SUBJECT
    const whole = gather(answers)
    if ('trouble' in whole) return whole.trouble
    const read = guarded(() => parseBody(definition, good.answer, whole, subject, today))
    return 'trouble' in read ? read.trouble : read
  }
}
