// A fresh, migrated, real database for one test file.
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { Db } from '../db/client.ts'
import { type AddressOf, connect } from '../db/connect.ts'
import { onServer, withDatabase } from './global-setup.ts'

export type FreshDatabase = { db: Db; addressOf: AddressOf; drop: () => Promise<void> }

/** Copies the migrated template; `drop` closes the pools and removes the copy. @param place of the installation */
export const freshDatabase = async (place?: string): Promise<FreshDatabase> => {
  const { url, embedded, template } = inject('postgres')
  const name = `padron_test_${randomBytes(6).toString('hex')}`
  await onServer(url, `create database ${name} template ${template} strategy file_copy`)
  const addressOf: AddressOf = (role) => ({
    ...(embedded
      ? { connectionString: withDatabase(url, name, role), role: null }
      : { connectionString: withDatabase(url, name), role: role === 'padron_owner' ? null : role }),
    place,
  })
  const db = connect(addressOf)
  const drop = async () => {
    await db.close()
    await onServer(url, `drop database if exists ${name} with (force)`)
  }
  return { db, addressOf, drop }
}
