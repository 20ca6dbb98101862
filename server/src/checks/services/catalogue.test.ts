// The catalogue: every source is named once, has an owner and an address, and an additional source never blocks a
// type.
import type { Country } from '@padron/contract/places/countries'
import { STATES } from '@padron/contract/places/states'
import { existsIn, resourceType } from '@padron/contract/resources'
import { describe, expect, it } from 'vitest'
import type { Connector } from '../connectors/connector.ts'
import { SHIPPED } from '../connectors/generic/connector-of.ts'
import { builtInConnector, CONNECTORS } from '../connectors/registry.ts'
import { PORTALS, RESOURCES } from './catalogue.ts'
import type { Resource } from './resource.ts'
import { servedResources, unfitFor } from './services.ts'

const byKey = (key: string): Resource => {
  const found = RESOURCES.find((resource) => resource.key === key)
  if (!found) throw new Error(key)
  return found
}
/** Those that decide a vehicle's status: its country's own and its state's. */
const resourcesFor = (country: Country, stateId: number): readonly Resource[] =>
  RESOURCES.filter(
    ({ country: own, stateId: place, purpose, additional }) =>
      own === country && (place === null || place === stateId) && purpose === 'status' && !additional,
  )
const after = (decisions: [string, string | null][], connectors: readonly Connector[] = CONNECTORS) =>
  servedResources(
    RESOURCES,
    decisions.map(([key, connector_key]) => ({ resource_id: byKey(key).resourceId, connector_key })),
    connectors,
  )
const stands = (key: string, connector: string | null) =>
  after([[key, connector]]).find((resource) => resource.key === key)

describe('the catalogue', () => {
  it('has unique keys; every resource has a portal with an owner, its inputs and, unless open data, its wall', () => {
    for (const list of [
      RESOURCES.map(({ resourceId }) => `${resourceId}`),
      RESOURCES.map(({ key }) => key),
      PORTALS.map(({ key }) => key),
    ])
      expect(new Set(list).size).toBe(list.length)
    const portals = new Map(PORTALS.map((portal) => [portal.key, portal]))
    const states = new Map(STATES.map(({ stateId, country }) => [stateId, country]))
    for (const { key, type, country, stateId, portal, inputs, mode, purpose, wall } of RESOURCES) {
      expect(portals.get(portal), key).toMatchObject({ country, owner: expect.stringMatching(/.{3}/) })
      if (stateId !== null) expect(states.get(stateId), key).toBe(country)
      if (purpose === 'status') expect(Object.keys(resourceType(type)?.names ?? {}), key).toContain(country)
      expect(inputs.length, key).toBeGreaterThan(0)
      expect(mode === 'open-data' || wall !== null, key).toBe(true)
    }
  })

  it('covers every state; additional sources do not change which sources decide a vehicle’s status', () => {
    for (const { stateId, country } of STATES)
      if (country === 'MX')
        expect(
          RESOURCES.filter((resource) => resource.stateId === stateId).length,
          `${stateId}`,
        ).toBeGreaterThanOrEqual(5)
    for (const { type, country, stateId } of RESOURCES)
      if (country === 'MX' && stateId !== null) expect(existsIn(type, stateId), `${type} ${stateId}`).toBe(true)
    expect(resourcesFor('MX', 21).map(({ resourceId }) => resourceId)).toEqual([
      2100, 2101, 2106, 2108, 2110, 5002, 5004, 5014, 5009, 5005,
    ])
    expect(resourcesFor('CO', 1005).map(({ resourceId }) => resourceId)).toEqual([6001, 6013, 6005, 6012])
  })

  it('has a portal of the same country for every connector', () => {
    for (const { portal, country, key } of CONNECTORS)
      expect(
        PORTALS.find((one) => one.key === portal),
        key,
      ).toMatchObject({ country })
    for (const { portal, country } of SHIPPED) expect(PORTALS).toContainEqual({ ...portal, country })
  })
})

describe('servedResources', () => {
  it('uses the declared connectors by default; only additional sources are out of use', () => {
    const declared = after([])
    expect(declared.filter(({ retired }) => retired).every(({ additional }) => additional)).toBe(true)
    expect(declared.filter(({ additional }) => additional).every(({ retired }) => retired)).toBe(true)
    for (const { connector, key } of RESOURCES.filter(({ connector }) => connector !== null))
      expect(unfitFor(byKey(key), builtInConnector(connector ?? '') as Connector), key).toBeUndefined()
  })

  it('assigns another connector with its portal and inputs, or a person (no connector)', () => {
    expect(stands('co-1', 'co-placapi')).toMatchObject({
      connector: 'co-placapi',
      portal: 'placapi',
      inputs: ['plate', 'taxIdentifier'],
      mode: 'licensed',
      retired: false,
    })
    expect(stands('mx-placapi-2', 'mx-placapi-vehiculo')).toMatchObject({ portal: 'placapi-mx', retired: false })
    expect(stands('co-5', 'co-placapi-runt')).toMatchObject({
      portal: 'placapi-runt',
      inputs: ['plate', 'taxIdentifier'],
    })
    expect(stands('co-placapi-12', 'co-placapi-runt-vin')).toMatchObject({
      portal: 'placapi-runt',
      inputs: ['vin', 'plate'],
    })
    expect(stands('mx-4', 'mx-rapidapi-vehiculo')).toMatchObject({ portal: 'rapidapi', inputs: ['plate', 'vin'] })
    expect(stands('mx-msla-4', null)).toMatchObject({ connector: null, portal: 'msla', retired: false })
    expect(stands('co-avit-medellin-1', 'co-avit-medellin')).toMatchObject({ mode: 'form', retired: false })
    expect(stands('co-12', 'co-runt-placa')).toMatchObject({
      portal: 'verifik-runt',
      inputs: ['plate'],
      retired: false,
    })
    expect(stands('co-runt-vin-5', 'co-runt-vin')).toMatchObject({ portal: 'verifik-runt', inputs: ['vin', 'plate'] })
    expect(stands('mx-9-0', null)).toMatchObject({ connector: null, portal: 'apitude', retired: false })
    expect(stands('mx-puebla-foto', null)).toMatchObject({ connector: null, retired: false })
  })

  it('assigns nobody if the chosen connector is gone or unfit; it does not fall back to the former one', () => {
    expect(stands('mx-9-0', 'se-fue')).toMatchObject({ connector: null, portal: 'apitude' })
    expect(stands('mx-9-0', 'co-simit')).toMatchObject({ connector: null })
  })

  it.each([
    ['mx-4', 'co-simit', /otro país/],
    ['mx-14', 'mx-placapi-vehiculo', /no responde el tipo 14; responde 2, 4/],
    ['co-1', 'co-avit-medellin', /algunas entidades/],
    ['co-avit-cali-1', 'co-avit-medellin', /algunas entidades/],
    ['co-1', 'co-simit-historico', /no decide estados/],
    ['co-simit-historico', 'co-simit', /es historia/],
  ])('%s cannot be served by %s', (resource, connector, why) => {
    expect(unfitFor(byKey(resource), builtInConnector(connector) as Connector)).toMatch(why)
  })
})
