// Creates connectors from settings, and loads the settings that ship with the product (./definitions): a new licensed
// source needs no code.
import { readdirSync, readFileSync } from 'node:fs'
import type { ResourceTypeId } from '@padron/contract/resources'
import { type Connector, defineConnector, type RawAnswer, type Webhook } from '../connector.ts'
import { drift, readJson, trouble } from '../parsing/answers.ts'
import { holds } from './conditions.ts'
import type { Definition } from './definition.ts'
import { fetchBy } from './fetch.ts'
import { refusalBy } from './open-answer.ts'
import { parseBy } from './parse.ts'
import { knownBy } from './paths-used.ts'
import { validate } from './validate.ts'

type Refusal = ReturnType<Webhook['refused']>

const webhookOf = (definition: Definition): Webhook | undefined => {
  const { delivery } = definition
  if (delivery.type !== 'webhook') return undefined
  const refused = (answers: readonly RawAnswer[]): Refusal => {
    const answer = answers.at(-1)
    if (!answer) return trouble('needs-input', 'Falta un dato del vehículo para preguntar.')
    const no = refusalBy(definition, answer, delivery.http)
    if (no) return 'why' in no ? no : drift('La fuente respondió antes de aceptar la consulta.')
    const json = readJson(answer)
    if (json.trouble) return json.trouble
    return holds(delivery.accepted, json.value) ? undefined : drift('La fuente no dijo que aceptó la consulta.')
  }
  const { giveUpSeconds, signature } = delivery
  if (!signature) return { giveUpSeconds, refused }
  const { prefix, ...signed } = signature
  return { giveUpSeconds, refused, signature: prefix === undefined ? signed : { ...signed, prefix } }
}

/** The inputs of the query, and the plate if the answer is compared with it. */
const inputsOf = ({
  inputs,
  lists = [],
  statuses = [],
  certificates = [],
  history,
}: Definition): Definition['inputs'] => {
  const comparesPlate =
    history !== undefined || [...lists, ...statuses, ...certificates].some(({ plate }) => plate !== undefined)
  return comparesPlate ? [...new Set([...inputs, 'plate' as const])] : inputs
}

/** @param definition without faults @param version of the parser, incremented with every change */
export function createConnector(definition: Definition, version = definition.version ?? 1): Connector {
  const { key, portal, country, states, types, mode, provenance, deadlineSeconds, delivery, criteria, purpose } =
    definition
  const webhook = webhookOf(definition)
  return defineConnector({
    key,
    portal: portal.key,
    country,
    ...(states ? { states } : {}),
    types: types as ResourceTypeId[],
    mode,
    ...(provenance ? { provenance } : {}),
    inputs: inputsOf(definition),
    deadlineMs: deadlineSeconds * 1000,
    parserVersion: version,
    delivery: delivery.type,
    ...(criteria ? { criteria } : {}),
    ...(purpose ? { purpose } : {}),
    ...(webhook ? { webhook } : {}),
    fetch: fetchBy(definition),
    parse: parseBy(definition, knownBy(definition)),
  })
}

const FOLDER = new URL('./definitions/', import.meta.url)

/** The definitions that ship with the product, by name. A fault in one of them prevents the start. */
export const SHIPPED: readonly Definition[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => {
    const { definition, faults } = validate(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')))
    if (!definition) throw new Error(`${file}: ${faults.map(({ path, message }) => `${path}: ${message}`).join('; ')}`)
    return definition
  })
