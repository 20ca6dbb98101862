// All connectors: those in code, those shipped as settings, and those that an installation added as settings. A
// resource of the catalogue refers to its connector by key; without one it is captured manually.
import { asSystem, type Db } from '../../db/client.ts'
import { AVIT } from './co/avit.ts'
import { runt, runtByPlate, runtByVin } from './co/runt.ts'
import { simit } from './co/simit.ts'
import type { Connector } from './connector.ts'
import { createConnector, SHIPPED } from './generic/connector-of.ts'
import { type Fault, validate, warningsOf } from './generic/validate.ts'
import { cdmxAdeudos } from './mx/cdmx-adeudos.ts'
import { repuve } from './mx/repuve.ts'

export const CONNECTORS: readonly Connector[] = [
  repuve,
  cdmxAdeudos,
  simit,
  runt,
  runtByPlate,
  runtByVin,
  ...AVIT,
  ...SHIPPED.map((definition) => createConnector(definition)),
]

const byKey = new Map(CONNECTORS.map((connector) => [connector.key, connector]))
/** A built-in connector. */
export const builtInConnector = (key: string): Connector | undefined => byKey.get(key)

export type StoredConnector = { connector_key: string; definition: unknown; version: number }
type Report = (key: string, faults: readonly Fault[]) => void
type Made = { text: string; version: number; connector: Connector }

/** The last connector created for each key, because a connector caches its access token and workers reload often. */
const lastConnectors = new Map<string, Made>()

const connectorOfRow = (
  { connector_key: key, definition: value, version }: StoredConnector,
  report: Report,
  warn: Report,
): Connector | undefined => {
  const text = JSON.stringify(value)
  const before = lastConnectors.get(key)
  if (before?.text === text && before.version === version) return before.connector
  const { definition, faults } = validate(value)
  if (!definition || byKey.has(key) || definition.key !== key) {
    report(key, faults ?? [{ path: 'key', message: 'La clave es de otro conector' }])
    return undefined
  }
  const connector = createConnector(definition, version)
  const warnings = warningsOf(definition)
  if (warnings.length > 0) warn(key, warnings)
  lastConnectors.set(key, { text, version, connector })
  return connector
}

/**
 * Built-ins, then stored settings. Invalid settings are reported and left out; a built-in's key cannot be replaced.
 * @param warn called once for each version whose settings may not do what was meant
 */
export const connectorsWith = (
  stored: readonly StoredConnector[],
  report: Report = () => undefined,
  warn: Report = () => undefined,
): readonly Connector[] => [...CONNECTORS, ...stored.flatMap((row) => connectorOfRow(row, report, warn) ?? [])]

export const loadConnectors = async (db: Db, report?: Report, warn?: Report): Promise<readonly Connector[]> => {
  const rows = await asSystem(db, (tx) =>
    tx
      .selectFrom('json_connector')
      .select(['connector_key', 'definition', 'version'])
      .orderBy('connector_key')
      .execute(),
  )
  return connectorsWith(rows, report, warn)
}
