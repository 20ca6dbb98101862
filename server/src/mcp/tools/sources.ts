// «¿Qué fuentes están fallando?»: the sources' results of the last seven days, those with an incident first.
import { text } from '@padron/contract/common'
import {
  AVAILABILITY,
  availability,
  HEALTH_DAYS,
  health,
  ResourceHealth,
  type StateHealth,
} from '@padron/contract/health'
import { findState } from '@padron/contract/places/state-names'
import { z } from 'zod/mini'
import { Age, ageOrNone, cut, Left } from '../answers.ts'
import { ToolError } from '../api.ts'
import { described, tool } from '../tool.ts'

const SOURCES_AT_MOST = 60

const SourceState = z.object({
  state: z.string(),
  type: z.string(),
  ...z.pick(ResourceHealth, { portal: true, service: true, successPercentage: true, incident: true }).shape,
  availability: described(z.string(), 'Alta, Intermitente, Baja, o Sin datos: nadie la ha consultado en esos días.'),
  lastAnswerAt: z.nullable(z.string()),
  age: described(Age, 'Hace cuánto dio su última respuesta válida; null: no la ha dado.'),
})

const sourcesOf = ({ state, resourceTypeHealth }: StateHealth, now: Date): z.infer<typeof SourceState>[] =>
  resourceTypeHealth.flatMap(({ resourceType, resourceInfo }) =>
    resourceInfo.map(({ portal, service, successPercentage, incident, dateTime }) => ({
      ...{
        state: state.stateName,
        type: resourceType.descriptionSpanish,
        portal,
        service,
        successPercentage,
        incident,
      },
      availability: AVAILABILITY[availability(successPercentage)],
      lastAnswerAt: dateTime,
      age: ageOrNone(dateTime, now),
    })),
  )

export const sourceHealth = tool({
  name: 'salud_de_fuentes',
  title: 'Salud de las fuentes',
  description:
    `Cómo han respondido las fuentes públicas en los últimos ${HEALTH_DAYS} días: disponibilidad, incidente y última ` +
    'respuesta válida. Primero las que fallan. Sin «state», las de los estados donde la empresa tiene vehículos.',
  calls: [health.states],
  input: z.strictObject({
    state: z.optional(described(text(60), 'Estado o departamento, por nombre.')),
    onlyWithIncident: described(z._default(z.boolean('Debe ser true o false'), false), 'Solo las que fallan ahora.'),
  }),
  output: z.object({ sources: z.array(SourceState), left: Left }),
  run: async ({ state, onlyWithIncident }, { api, session, now, signal }) => {
    const chosen = state === undefined ? undefined : findState(state, session.country)
    if (state !== undefined && chosen === undefined)
      throw new ToolError(`state: no hay un estado o departamento «${state}».`)
    const { stateResourceTypeHealths } = await api(health.states, {}, signal)
    const all = stateResourceTypeHealths
      .filter((each) => (chosen !== undefined ? each.state.stateId === chosen : each.fleet || each.state.stateId === 0))
      .flatMap((each) => sourcesOf(each, now))
      .filter(({ incident }) => !onlyWithIncident || incident !== null)
      .toSorted((a, b) => Number(b.incident !== null) - Number(a.incident !== null))
    const { items, left } = cut(all, SOURCES_AT_MOST)
    return { sources: items, left }
  },
})
