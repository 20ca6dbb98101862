// The basis of a connector's parser, and when its current version was tried with an account (`padron connector try`).
import type { Provenance } from '@padron/contract/provenance'
import { asSystem, type Db } from '../../db/client.ts'
import type { Connector } from './connector.ts'

export const provenanceOf = ({ provenance }: Pick<Connector, 'provenance'>): Provenance => provenance ?? 'example'

export type Trial = { triedAt: string; triedBy: string }

/** The trials of each connector's current version, by key. */
export const trialsOf = async (db: Db, connectors: readonly Connector[]): Promise<ReadonlyMap<string, Trial>> => {
  const keys = connectors.map(({ key }) => key)
  if (keys.length === 0) return new Map()
  const rows = await asSystem(db, (tx) =>
    tx
      .selectFrom('connector_trial')
      .select(['connector_key', 'parser_version', 'tried_at', 'tried_by'])
      .where('connector_key', 'in', keys)
      .execute(),
  )
  const versions = new Map(connectors.map(({ key, parserVersion }) => [key, parserVersion]))
  const present = rows.filter((row) => versions.get(row.connector_key) === row.parser_version)
  return new Map(present.map((row) => [row.connector_key, { triedAt: row.tried_at, triedBy: row.tried_by }]))
}

export const recordTrial = (db: Db, { key, parserVersion }: Connector, triedBy: string): Promise<unknown> => {
  const trial = { parser_version: parserVersion, tried_at: new Date().toISOString(), tried_by: triedBy }
  return asSystem(db, (tx) =>
    tx
      .insertInto('connector_trial')
      .values({ connector_key: key, ...trial })
      .onConflict((same) => same.column('connector_key').doUpdateSet(trial))
      .execute(),
  )
}
