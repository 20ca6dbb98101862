// Finds plates in a photo, for a person to confirm: first those of the company's vehicles with a similar spelling, then
// texts that fit a format of the country. The photo is not stored.
import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Reply } from '@padron/contract/call'
import { type catalogue, PHOTO_PLATES_AT_MOST } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import { type Db, readAsTenant, type Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import { passChecked } from '../../files/evidence.ts'
import { createFileLimiter } from '../../files/file-limiter.ts'
import { readPhotoText } from '../../files/photo-text/photo-text.ts'
import { CONFUSABLE_TRANSLATION, confusableKey, platesFitted, platesSpelled, type Spelling } from './plates-in-text.ts'

const limitReading = createFileLimiter({ atOnce: 1, company: 3, process: 10 })

const differences = (one: string, other: string): number =>
  [...one].filter((character, at) => character !== other[at]).length

/** Cost: the company's plates once, from the index of plates. */
const platesOfFleet = async (tx: Tx, tenantId: number, spellings: readonly Spelling[]): Promise<Spelling[]> => {
  const { from, to } = CONFUSABLE_TRANSLATION
  const keys = [...new Set(spellings.map(({ text }) => confusableKey(text)))]
  if (keys.length === 0) return []
  const { rows } = await sql<{ plate: string }>`
    select distinct plate
    from vehicle
    where tenant_id = ${tenantId} and translate(plate, ${from}, ${to}) = any(${keys}::text[])
    limit 100`.execute(tx)
  const nearest = (plate: string): number =>
    Math.min(
      ...spellings
        .filter(({ text }) => confusableKey(text) === confusableKey(plate))
        .map(({ text, changes }) => changes + differences(text, plate)),
    )
  return rows
    .map(({ plate }) => ({ text: plate, changes: nearest(plate) }))
    .sort((a, b) => a.changes - b.changes || (a.text < b.text ? -1 : 1))
}

type Photo = { file: Readable; mediaType: string }

/** @throws HttpProblem if the file is no image or cannot be read, or too many requests wait */
export const platesInPhoto = (
  db: Db,
  { tenantId, country }: { tenantId: number; country: Country },
  { file, mediaType }: Photo,
): Promise<Reply<typeof catalogue.platesInPhoto>> =>
  limitReading(tenantId, async () => {
    const checked = new PassThrough()
    const [bytes] = await Promise.all([buffer(checked), passChecked(file, mediaType, checked)])
    const lines = await readPhotoText(bytes)
    if (!lines) throw refuse(422, 'No se pudo leer la foto: tómela de nuevo.', 'file')
    const spellings = platesSpelled(lines)
    const own = await readAsTenant(db, tenantId, (tx) => platesOfFleet(tx, tenantId, spellings))
    const known = new Set(own.map(({ text }) => text))
    const others = platesFitted(spellings, country).filter(({ text }) => !known.has(text))
    const plates = [
      ...own.map(({ text }) => ({ plate: text, isInFleet: true })),
      ...others.map(({ text }) => ({ plate: text, isInFleet: false })),
    ]
    return { plates: plates.slice(0, PHOTO_PLATES_AT_MOST) }
  })
