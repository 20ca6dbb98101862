// Validates the statuses in settings for certificates, cases and lists: a status that its type cannot have, and a clear
// status without positive evidence.
import { resourceType, statusTone, typeName } from '@padron/contract/resources'
import type { Certificates, Definition } from './definition.ts'
import { type Fault, fault } from './faults.ts'

/** The statuses that a type may have: those of its filter, and those of an unknown vehicle. */
const statusesOf = (type: number): readonly number[] => {
  const { clear = [], debt = [], filter = [] } = resourceType(type) ?? {}
  return [...new Set([...clear, ...debt, ...filter, 10, 11, 12])].filter((id) => id >= 0)
}

export const misfit = (path: string, type: number, status: number): Fault[] => {
  const all = statusesOf(type)
  const message = `El estado ${status} no es de «${typeName(type, 'MX')}» (tipo ${type}); puede ser ${all.join(', ')}`
  return all.includes(status) ? [] : [fault(path, message)]
}

const certificateFaults = ({ type, status, notRequired }: Certificates, c: number): Fault[] => {
  const where = `certificates.${c}.status`
  const clearFault = (name: 'lapsed' | 'none', message: string) => {
    const id = status[name]
    return id !== undefined && statusTone(id) === 'clear' ? [fault(`${where}.${name}`, message)] : []
  }
  return [
    ...Object.entries(status).flatMap(([name, id]) => (id === undefined ? [] : misfit(`${where}.${name}`, type, id))),
    ...clearFault('lapsed', 'Lo vencido no puede ser un estado limpio'),
    ...clearFault('none', 'Una lista vacía no puede ser un estado limpio'),
    ...((notRequired === undefined) === (status.notRequired === undefined)
      ? []
      : [fault(`${where}.notRequired`, '«notRequired» lleva sus condiciones y su estado, o ninguno')]),
  ]
}

/** The types that a list reports or may report. */
const typesOfLists = ({ lists = [] }: Definition): ReadonlySet<number> =>
  new Set(lists.flatMap(({ debts }) => debts.flatMap(({ type, possibleTypes = [] }) => [type, ...possibleTypes])))

export function answerFaults(definition: Definition): Fault[] {
  const { lists = [], statuses = [], certificates = [], clearWhen = [] } = definition
  const listedTypes = typesOfLists(definition)
  return [
    ...lists.flatMap(({ debts }, l) =>
      debts.flatMap(({ type, possibleTypes = [] }, d) =>
        possibleTypes.includes(type) ? [fault(`lists.${l}.debts.${d}.possibleTypes`, `Ya es del tipo ${type}`)] : [],
      ),
    ),
    ...clearWhen.flatMap(({ type }, c) =>
      listedTypes.has(type)
        ? []
        : [fault(`clearWhen.${c}.type`, `El tipo ${type} no se dice con una lista de adeudos`)],
    ),
    ...statuses.flatMap(({ cases, mayBeUnsaid }, s) =>
      mayBeUnsaid && !cases ? [fault(`statuses.${s}.mayBeUnsaid`, 'Sólo con «cases»')] : [],
    ),
    ...statuses.flatMap(({ type, cases = [] }, s) =>
      cases.flatMap(({ status }, c) =>
        status === null ? [] : misfit(`statuses.${s}.cases.${c}.status`, type, status),
      ),
    ),
    ...certificates.flatMap(certificateFaults),
  ]
}
