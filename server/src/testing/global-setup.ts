// Before the server's tests: one PostgreSQL, the embedded one or the one of DATABASE_URL, with a migrated template from
// which every test file copies a database of its own in some 40 ms.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { migrate } from '../installation/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The maintenance address of the test server, and whether roles log in by themselves there. */
    postgres: { url: string; embedded: boolean; template: string }
  }
}

const TEMPLATE = `padron_template_${process.pid}`

export const withDatabase = (url: string, name: string, role?: string): string => {
  const made = new URL(url)
  made.pathname = `/${name}`
  if (role) made.username = role
  return made.toString()
}

export const onServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const openServer = async () => {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, embedded: false, stop: async () => undefined }
  const dir = mkdtempSync(join(tmpdir(), 'padron-test-'))
  const server = await startEmbedded({ dir, fast: true })
  const stop = async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  // The URL class needs a host: the socket's folder travels in the query.
  return { url: server.maintenanceUrl.replace('@/', '@localhost/'), embedded: true, stop }
}

export default async function setup(project: TestProject) {
  const { url, embedded, stop } = await openServer()
  await onServer(url, `create database ${TEMPLATE}`)
  await migrate({ connectionString: withDatabase(url, TEMPLATE), role: null })
  project.provide('postgres', { url, embedded, template: TEMPLATE })
  return async () => {
    await onServer(url, `drop database if exists ${TEMPLATE} with (force)`)
    await stop()
  }
}
