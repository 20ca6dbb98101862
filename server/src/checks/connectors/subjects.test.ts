// The fields that a connector reads of the vehicle are declared, so that an edit of them causes a new check; an answer
// that names no vehicle yields no clear status.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RESOURCES } from '../services/catalogue.ts'
import { servedResources } from '../services/services.ts'
import { clearIn, lineOf, standsFor, subjectOf } from '../testing/connectors.ts'
import { savedAnswers, savedScenarios } from '../testing/fixtures.ts'
import type { Connector, PortalClient, RawAnswer, Subject } from './connector.ts'
import { createConnector } from './generic/connector-of.ts'
import { validate } from './generic/validate.ts'
import { builtInConnector, CONNECTORS } from './registry.ts'

const TODAY = '2026-03-10'
const DISTINCT = CONNECTORS.filter((connector) => standsFor(connector) === connector.key)
const everyAnswer = (connector: Connector): [scenario: string, answers: RawAnswer[]][] =>
  savedScenarios(connector).map((scenario) => [scenario, savedAnswers(connector, scenario)])

/** The subject, and the names of the fields read of it. */
const recorded = (subject: Subject): { subject: Subject; reads: Set<string> } => {
  const reads = new Set<string>()
  const watched = new Proxy(subject, {
    get: (target, name) => {
      reads.add(String(name))
      return Reflect.get(target, name)
    },
    ownKeys: (target) => {
      for (const name of Object.keys(target)) reads.add(name)
      return Reflect.ownKeys(target)
    },
  })
  return { subject: watched, reads }
}

/** Gives the saved answers in their order, and the last of them again and again. */
const replaying = (answers: readonly RawAnswer[]): PortalClient => {
  const left = [...answers]
  return {
    credential: 'user:secret',
    callback: 'https://padron.example/hooks/sources/token',
    wait: async () => undefined,
    request: async () => left.shift() ?? (answers.at(-1) as RawAnswer),
  }
}

/** The sorted names of all fields that the connector reads of a vehicle, over all its saved answers. */
const readsOf = async (connector: Connector): Promise<string[]> => {
  const all = new Set<string>()
  for (const [, answers] of everyAnswer(connector)) {
    const { subject, reads } = recorded(subjectOf(connector))
    await connector.fetch(subject, replaying(answers))
    connector.parse(answers, subject, TODAY)
    // The company's usual document type decides how the holder's document is read: where it changes, the sources by
    // holder are queried again.
    for (const name of reads) all.add(name === 'holderDocumentType' ? 'taxIdentifier' : name)
  }
  return [...all].sort()
}

describe('the vehicle’s fields that a connector reads', () => {
  it.each(DISTINCT.map((connector) => [connector.key, connector] as const))(
    '%s: are among its inputs',
    async (_key, connector) => {
      expect([...connector.inputs].sort()).toEqual(expect.arrayContaining(await readsOf(connector)))
    },
  )

  it('are inputs of every resource that it serves', () => {
    for (const { key, connector: name, inputs } of servedResources(RESOURCES, [], CONNECTORS)) {
      const connector = name === null ? undefined : builtInConnector(name)
      if (connector) expect(inputs, key).toEqual(expect.arrayContaining([...connector.inputs]))
    }
  })

  it('include the plate if the settings compare it without declaring it', () => {
    const settings = JSON.parse(readFileSync(new URL('../testing/callback-example.json', import.meta.url), 'utf8'))
    const byVin = { ...settings.request, json: { vin: '{vin}', callbackUrl: '{callback}' } }
    const { definition } = validate({ ...settings, inputs: ['vin'], request: byVin })
    expect(definition && createConnector(definition).inputs).toEqual(['vin', 'plate'])
  })
})

/** Queried by plate or VIN; their documented answer for nothing found names no vehicle. */
const NAMELESS: ReadonlySet<string> = new Set(['co-simit', 'co-placapi', 'co-avit-medellin', 'co-apitude-runt'])

const bare = (text: string): string => text.replace(/[^A-Z0-9 ]/g, '').trim()

/** Every copy of a value with one occurrence of these names removed. */
function* withoutName(value: unknown, names: readonly string[]): Generator<unknown> {
  if (typeof value === 'string' && names.includes(bare(value))) yield null
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    for (const emptied of withoutName(inner, names))
      yield Array.isArray(value) ? value.with(Number(key), emptied) : { ...value, [key]: emptied }
}

function* unnamed(body: string, names: readonly string[]): Generator<string> {
  if (body.startsWith('{')) for (const emptied of withoutName(JSON.parse(body), names)) yield JSON.stringify(emptied)
  for (const { 0: element, 1: text = '', index } of body.matchAll(/>([^<]+)</g))
    if (names.includes(bare(text))) yield `${body.slice(0, index)}><${body.slice(index + element.length)}`
}

describe('an answer that names no vehicle yields no clear status', () => {
  const connectors = DISTINCT.filter(({ key, purpose }) => !NAMELESS.has(key) && purpose !== 'history')
  it.each(connectors.map((connector) => [connector.key, connector] as const))('%s', (_key, connector) => {
    const subject = subjectOf(connector)
    const vehicle = [subject.plate, subject.vin]
    const names = [...vehicle, subject.taxIdentifier?.split('-')[0] ?? '']
    let tried = 0
    for (const [scenario, answers] of everyAnswer(connector)) {
      const last = answers.at(-1)
      if (!last || clearIn(connector.parse(answers, subject, TODAY)).length === 0) continue
      for (const body of unnamed(last.body, names)) {
        tried++
        const after = connector.parse(answers.with(-1, { ...last, body }), subject, TODAY)
        const namesSubject = vehicle.some((name) => body.includes(name))
        if (!namesSubject)
          expect(clearIn(after), `${scenario}: ${lineOf(after)} from ${body.slice(0, 600)}`).toEqual([])
      }
    }
    expect(tried).toBeGreaterThan(0)
  })
})
