// Two installations in one test: each with a database, stores and keys of its own, as a company's move reaches them.
import { join } from 'node:path'
import type { Place } from '../company-move/place.ts'
import { reserveAccountIds } from '../db/account-ids.ts'
import { fileStore } from '../files/contents/file-store.ts'
import { type TestServer, testServer } from './server.ts'

export type Installation = { server: TestServer; place: Place }

/** @param name of the place @param folder for its results and files on their way */
export const testInstallation = async (name: string, folder: string): Promise<Installation> => {
  const server = await testServer(undefined, { place: name })
  const { db, addressOf, secrets, emailFiles, evidence, documents } = server
  await reserveAccountIds(db, addressOf)
  const jobResults = fileStore(join(folder, name, 'results'))
  const stores = { jobResults, emailFiles, evidence, documents: documents.contents }
  const place = { db, addressOf, stores, secrets, spool: join(folder, name, 'incoming'), address: `https://${name}.mx` }
  return { server, place }
}
