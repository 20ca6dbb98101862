// All paths that settings use, to find the new fields of an answer.
import { withParents } from '../parsing/known-fields.ts'
import type { When } from './conditions.ts'
import type { Certificates, Definition, History, List } from './definition.ts'
import { namesOf, pathOf } from './path.ts'
import { holesOf } from './values.ts'

type Maybe = string | { path: string } | readonly string[] | undefined
const pathsIn = (...all: readonly Maybe[]): string[] =>
  all.flatMap((one) =>
    one === undefined ? [] : typeof one === 'string' ? [one] : 'path' in one ? [one.path] : [...one],
  )
const tested = (...all: readonly (When | undefined)[]): string[] =>
  all.flatMap((when) =>
    (when ?? []).flatMap(({ path, someOf = [] }) => [path, ...someOf.map((one) => `${path}.${one}`)]),
  )

const ofList = ({
  path,
  plate,
  ignored,
  paid,
  debts,
  folio,
  description,
  dateTime,
  electronic,
  notifiedOn,
  promptPaymentDiscount,
  amounts,
  paymentLine,
  paymentLineDueDate,
}: List) => {
  const { subTotal, discount, surcharge, total, units } = amounts
  const inner = [
    ...pathsIn(
      plate,
      folio,
      dateTime,
      notifiedOn,
      promptPaymentDiscount,
      subTotal,
      discount,
      surcharge,
      total,
      units,
      paymentLine,
      paymentLineDueDate,
    ),
    ...tested(electronic, ignored, paid, ...debts.map(({ when }) => when)),
    ...holesOf(description),
  ]
  return [path, ...inner.map((one) => `${path}.${one}`)]
}
const ofCertificates = ({
  path,
  rowPlate,
  only,
  notRequired,
  inForce,
  ended,
  from,
  until,
  notes = [],
}: Certificates) => [
  path,
  ...[...pathsIn(rowPlate, from, until, ...notes), ...tested(only, notRequired, inForce, ended)].map(
    (one) => `${path}.${one}`,
  ),
]
const ofHistory = ({ path, plate, description, dateTime, amount, paid, unpaid }: History) =>
  [...pathsIn(plate, dateTime, amount), ...tested(paid, unpaid), ...holesOf(description)].map((one) => `${path}.${one}`)

const name = (path: string): string => namesOf(pathOf(path.replace(/\$\./g, '')))

/** @returns the names that settings know, or undefined if they do not list all */
export function knownBy(
  definition: Definition,
): { known: ReadonlySet<string>; whole: ReadonlySet<string> } | undefined {
  const {
    known,
    lists = [],
    history,
    statuses = [],
    certificates = [],
    clearWhen = [],
    same = [],
    evidence = [],
    files = [],
    registration,
    errors = [],
  } = definition
  if (!known) return undefined
  const used = [
    ...tested(definition.success, definition.holderKnown, ...errors.map(({ when }) => when)),
    ...pathsIn(
      definition.said,
      definition.asOf,
      definition.sum?.total,
      definition.sum?.count,
      ...errors.map(({ said }) => said),
    ),
    ...lists.flatMap(ofList),
    ...(history ? ofHistory(history) : []),
    ...statuses.flatMap(({ path, until, plate, mayBeNull, cases = [], notes = [] }) => [
      ...pathsIn(path, until, plate, mayBeNull, ...notes),
      ...tested(...cases.map(({ when }) => when)),
    ]),
    ...certificates.flatMap(ofCertificates),
    ...pathsIn(...certificates.map(({ plate }) => plate)),
    ...tested(...clearWhen.map(({ when }) => when)),
    ...pathsIn(...same, ...evidence, ...files, ...Object.values(registration?.fields ?? {})),
    ...(definition.delivery.type === 'poll' ? tested(definition.delivery.pending, definition.delivery.finished) : []),
  ]
  return { known: withParents([...used, ...known].map(name).filter(Boolean)), whole: new Set(known.map(name)) }
}
