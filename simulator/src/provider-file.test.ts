// The provider files as the portals use them: errors word for word, and answers with the documented fields.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { providerNames, readProviderFile } from './provider-file.ts'
import { at, type Simulator, startSimulator } from './test-process.ts'

let sim: Simulator
let marks: Map<string, string>
beforeAll(async () => {
  sim = await startSimulator()
  const scenarios = at((await sim.call('/__control/scenarios')).json, 'scenarios') as { name: string; number: number }[]
  marks = new Map(scenarios.map(({ name, number }) => [name, `QQ${String(number).padStart(2, '0')}`]))
})
afterAll(() => sim.stop())

const marked = (scenario: string) => `${marks.get(scenario)}AA`
const verifik = readProviderFile('verifik')
const example = (call: string, answer: string) =>
  verifik.calls.find(({ name }) => name === call)?.answers.find(({ name }) => name === answer)?.body
const fieldsAt = (json: unknown, place: string): string[] => Object.keys(Object(at(json, place))).sort()

it('every file is valid and names its provider', () => {
  expect(providerNames()).toContain('verifik')
  for (const name of providerNames()) expect(readProviderFile(name).provider).toBe(name)
})

it.each([
  ['unauthorized', 'token refused'],
  ['no-credit', 'credit used up'],
  ['conflict', 'missing parameter'],
  ['out-of-service', 'source switched off'],
  ['server-error', 'internal error'],
])('Verifik under %s answers with the documented error «%s»', async (scenario, error) => {
  const documented = verifik.errors.find(({ name }) => name === error)
  for (const portal of ['verifik-simit', 'verifik-runt', 'verifik-mx'] as const) {
    const { status, json } = await sim.ask[portal](marked(scenario))
    expect({ status, body: json }, portal).toEqual({ status: documented?.status, body: documented?.body })
  }
})

it('Verifik answers with the documented fields, in both wrappers', async () => {
  const fine = example('SIMIT by plate', 'one resolution')
  const newer = (await sim.ask['verifik-simit'](marked('one-debt'))).json
  const older = (await sim.ask['verifik-simit'](marked('older-form'))).json
  for (const place of ['data', 'data.multas.0']) {
    expect(fieldsAt(newer, place), place).toEqual(fieldsAt(fine, place))
    expect(fieldsAt(older, `value.value.${place}`), place).toEqual(fieldsAt(fine, place))
  }
  const documents = example('RUNT by plate and owner', 'in force')
  const runt = (await sim.ask['verifik-runt'](marked('clean'))).json
  for (const place of ['data', 'data.soat.0', 'data.tecnoMecanica.0'])
    expect(fieldsAt(runt, place), place).toEqual(fieldsAt(documents, place))
})
