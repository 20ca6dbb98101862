// Validates settings before they are used: their form, and the relations between their fields. Each fault has its path
// and cause in Spanish; only settings without faults become a connector.
import { statesOf } from '@padron/contract/places/states'
import { RESOURCE_TYPES, resourceType, statusTone } from '@padron/contract/resources'
import { answerFaults, misfit } from './answer-faults.ts'
import type { TESTS, When } from './conditions.ts'
import { Definition } from './definition.ts'
import { type Fault, fault, spanish } from './faults.ts'
import { OWED_CLEAR } from './lists.ts'
import { pathFault } from './path.ts'
import { requestFaults } from './request-faults.ts'
import { holesOf } from './values.ts'

export type { Fault }
export type Validated = { definition: Definition; faults?: never } | { faults: Fault[]; definition?: never }

function placeFaults({ country, states = [], types, purpose }: Definition): Fault[] {
  const own = new Set(statesOf(country).map(({ stateId }) => stateId))
  const inCountry = (type: number) => purpose === 'history' || country in (resourceType(type)?.names ?? {})
  return [
    ...states.flatMap((state, i) =>
      own.has(state) ? [] : [fault(`states.${i}`, `No hay una entidad ${state} en ese país`)],
    ),
    ...types.flatMap((type, i) => {
      if (!resourceType(type))
        return [fault(`types.${i}`, `No existe el tipo ${type}; hay ${RESOURCE_TYPES.map(({ id }) => id).join(', ')}`)]
      return inCountry(type) ? [] : [fault(`types.${i}`, `El tipo ${type} no existe en ese país`)]
    }),
  ]
}

const DECIDES = 'Una fuente del pasado no lleva «lists», «statuses» ni «certificates»: no decide estados'

/** Every declared type needs a reader, and no reader may have a type that is not declared. */
function typeFaults({
  types,
  lists = [],
  statuses = [],
  certificates = [],
  purpose,
  history,
  criteria,
  holderKnown,
}: Definition): Fault[] {
  if (purpose === 'history') {
    const faults = history ? [] : [fault('history', 'Una fuente del pasado necesita «history»')]
    const decides = lists.length + statuses.length + certificates.length > 0
    return decides ? [...faults, fault('purpose', DECIDES)] : faults
  }
  const inLists = lists.flatMap(({ debts }, l) =>
    debts.flatMap(({ type, possibleTypes = [] }, d) => [
      { type, path: `lists.${l}.debts.${d}.type` },
      ...possibleTypes.map((other, p) => ({ type: other, path: `lists.${l}.debts.${d}.possibleTypes.${p}` })),
    ]),
  )
  const alone = [
    ...statuses.map(({ type }, s) => ({ type, path: `statuses.${s}.type` })),
    ...certificates.map(({ type }, c) => ({ type, path: `certificates.${c}.type` })),
  ]
  const typed = [...inLists, ...alone]
  return [
    ...types.flatMap((type, i) =>
      typed.some((one) => one.type === type)
        ? []
        : [fault(`types.${i}`, `Nada en «lists», «statuses» ni «certificates» dice el tipo ${type}`)],
    ),
    ...typed.flatMap(({ type, path }) =>
      types.includes(type) ? [] : [fault(path, `El tipo ${type} no está en «types»`)],
    ),
    ...inLists.flatMap(({ type, path }) =>
      OWED_CLEAR[type] ? [] : [fault(path, `El tipo ${type} no se dice con una lista de adeudos`)],
    ),
    ...alone.flatMap(({ type, path }, i) =>
      typed.filter((one) => one.type === type).length > 1 &&
      typed.findIndex((one) => one.type === type) < inLists.length + i
        ? [fault(path, `El tipo ${type} se dice dos veces`)]
        : [],
    ),
    ...(criteria === 'taxIdentifier' && alone.length
      ? [
          fault(
            statuses.length ? 'statuses' : 'certificates',
            'Una fuente por propietario no puede decir estados de un solo vehículo',
          ),
        ]
      : []),
    ...(criteria === 'taxIdentifier'
      ? lists.flatMap(({ plate, plateMayBeMissing }, l) =>
          plate && !plateMayBeMissing
            ? []
            : [fault(`lists.${l}.plate`, 'Una fuente por propietario necesita la placa de cada fila')],
        )
      : []),
    ...(holderKnown && criteria !== 'taxIdentifier'
      ? [fault('holderKnown', 'Sólo una fuente por propietario dice si lo conoce')]
      : []),
    ...(history ? [fault('history', 'Sólo una fuente con «purpose»: «history» lleva historia')] : []),
  ]
}

function statusFaults({ types, statuses = [], errors = [] }: Definition): Fault[] {
  const ofStatuses = statuses.flatMap(({ type, status, path, texts, cases, until }, i) => [
    ...([status, path === undefined ? texts : (texts ?? false), cases].filter((one) => one !== undefined).length ===
      1 && (path === undefined) === (texts === undefined)
      ? []
      : [fault(`statuses.${i}`, 'Lleva «status», o bien «path» con «texts», o bien «cases»')]),
    ...(status === undefined ? [] : misfit(`statuses.${i}.status`, type, status)),
    ...Object.entries(texts ?? {}).flatMap(([text, id]) => misfit(`statuses.${i}.texts.${text}`, type, id)),
    ...(until ? misfit(`statuses.${i}.until.past`, type, until.past) : []),
    ...(until && statusTone(until.past) === 'clear'
      ? [fault(`statuses.${i}.until.past`, 'Lo vencido no puede ser un estado limpio')]
      : []),
  ])
  const ofErrors = errors.flatMap(({ http, when, outcome, status }, i) => {
    if ((http === undefined || http === 'any') && !when) return [fault(`errors.${i}`, 'Lleva «http», «when» o ambos')]
    const good = outcome === 'ok' || outcome === 'partial'
    if (!good)
      return status === undefined ? [] : [fault(`errors.${i}.status`, 'Sólo «ok» y «partial» escriben un estado')]
    if (status === undefined) return [fault(`errors.${i}.status`, 'Falta el estado que se escribe')]
    if (http === 'any')
      return [fault(`errors.${i}.http`, 'Un estado se escribe sólo con los códigos HTTP que el documento le da')]
    const each =
      typeof status === 'number'
        ? types.map((type) => [type, status] as const)
        : Object.entries(status).map(([type, id]) => [Number(type), id] as const)
    return [
      ...each.flatMap(([type, id]) =>
        types.includes(type)
          ? misfit(`errors.${i}.status`, type, id)
          : [fault(`errors.${i}.status`, `El tipo ${type} no está en «types»`)],
      ),
      ...(when?.some(isPositive)
        ? []
        : [
            fault(
              `errors.${i}.when`,
              'Un estado se escribe sólo si el cuerpo lo dice: falta una condición «is», «says», «begins» o «contains»',
            ),
          ]),
    ]
  })
  return [...ofStatuses, ...ofErrors]
}

const isPositive = (test: When[number]): boolean =>
  !test.mayBeMissing &&
  ['is', 'oneOf', 'says', 'begins', 'contains'].some((name) => test[name as (typeof TESTS)[number]] !== undefined)

/** A clear status requires proof of the vehicle that the answer is about. */
function identityFaults({ same = [], unverified, inputs, purpose, criteria }: Definition): Fault[] {
  if (criteria === 'taxIdentifier' && !same.some(({ as, mayBeMissing }) => as === 'taxIdentifier' && !mayBeMissing))
    return [
      fault('same', 'Una fuente por propietario debe comparar la identificación fiscal respondida con la preguntada'),
    ]
  const faults = same.flatMap(({ as }, i) =>
    inputs.includes(as) ? [] : [fault(`same.${i}.as`, `«${as}» no está en «inputs»`)],
  )
  const named =
    same.some(({ as, mayBeMissing }) => as !== 'taxIdentifier' && !mayBeMissing) || criteria === 'taxIdentifier'
  if (purpose === 'history' || named || unverified) return faults
  return [
    ...faults,
    fault(
      'same',
      'Falta comparar la placa o el NIV respondidos con los preguntados; si la respuesta no nombra el vehículo, ' +
        'dígalo en «unverified»',
    ),
  ]
}

const templateFaults = ({ lists = [], history }: Definition): Fault[] =>
  [
    ...lists.map(({ description }, i) => [`lists.${i}.description`, description] as const),
    ...(history ? [['history.description', history.description] as const] : []),
  ].flatMap(([where, template]) =>
    holesOf(template).flatMap((path) => {
      const message = pathFault(path)
      return message ? [fault(where, message)] : []
    }),
  )

const MEANINGS = [placeFaults, typeFaults, statusFaults, answerFaults, identityFaults, requestFaults, templateFaults]

/** @param value as read from a file or the database */
export function validate(value: unknown): Validated {
  const { data, error } = Definition.safeParse(value)
  if (error) return { faults: error.issues.flatMap((issue) => spanish(issue)) }
  const faults = MEANINGS.flatMap((meaning) => meaning(data))
  return faults.length ? { faults } : { definition: data }
}

/** Warnings for valid settings that may not do what their author means. */
export const warningsOf = ({ criteria, holderKnown }: Definition): Fault[] =>
  criteria === 'taxIdentifier' && !holderKnown
    ? [
        fault(
          'holderKnown',
          'Falta: una respuesta sin filas deja a los vehículos del propietario en «No registrado» (11), nunca ' +
            'sin adeudos. Diga qué muestra que la fuente conoce al propietario',
        ),
      ]
    : []
