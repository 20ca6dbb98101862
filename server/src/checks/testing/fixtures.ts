// The saved answers of a connector, one file per scenario of the simulator. Each file says what it rests on, which
// must be what the connector claims; all values are invented.
import { readdirSync, readFileSync } from 'node:fs'
import type { Provenance } from '@padron/contract/provenance'
import { z } from 'zod/mini'
import type { Connector, RawAnswer } from '../connectors/connector.ts'
import { provenanceOf } from '../connectors/provenance.ts'
import { standsFor } from './connectors.ts'

const FIXTURE_SOURCES = { documented: 'document', client: 'client', example: 'example' } as const satisfies Record<
  Provenance,
  string
>

const Fixture = z.strictObject({
  from: z.enum(['document', 'client', 'example', 'account']),
  answers: z.array(
    z.strictObject({
      request: z.string(),
      status: z.int(),
      contentType: z.string(),
      retryAfter: z.exactOptional(z.string()),
      body: z.string(),
    }),
  ),
})

/**
 * @throws where the text is no fixture, or says that it rests on less than the connector does; a real answer
 * (`account`) always serves
 */
export const readFixture = (text: string, connector: Pick<Connector, 'key' | 'provenance'>): RawAnswer[] => {
  const { from, answers } = Fixture.parse(JSON.parse(text))
  const expected = FIXTURE_SOURCES[provenanceOf(connector)]
  if (from !== expected && from !== 'account')
    throw new Error(`A fixture of ${connector.key} is from "${from}"; the connector rests on "${expected}"`)
  return answers
}

/** Connectors that answer alike share the folder of one. */
export const fixtureFolder = (connector: Connector): URL =>
  new URL(`../connectors/${connector.country.toLowerCase()}/fixtures/${standsFor(connector)}/`, import.meta.url)

export const savedScenarios = (connector: Connector): string[] =>
  readdirSync(fixtureFolder(connector)).map((file) => file.replace('.json', ''))

export const savedAnswers = (connector: Connector, scenario: string): RawAnswer[] =>
  readFixture(readFileSync(new URL(`${scenario}.json`, fixtureFolder(connector)), 'utf8'), connector)
