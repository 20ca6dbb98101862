// Contents in an S3 store: <prefix><company>/<hash>, in a bucket of the operator. Browsers never access the store:
// downloads pass through this server.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ContentStore, OWNER_NAME, readKey } from './content-store.ts'
import { getS3, putFile, removeS3, s3Names } from './s3-objects.ts'
import { askS3, beginningOf, type S3Place } from './s3-request.ts'

async function* older(place: S3Place, time: Date): AsyncGenerator<string> {
  for await (const { name, at } of s3Names(place)) if (isKey(name) && at < time) yield name
}

/** Cuts the range out, for stores that return the whole object when a range is requested. */
async function* cut(
  whole: AsyncIterable<Buffer>,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of whole) {
    const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    at += chunk.length
    if (piece.length > 0) yield piece
    if (at > end) return
  }
}

const readOwner = async (place: S3Place): Promise<string | undefined> => {
  const { statusCode, body } = await askS3(place, { method: 'GET', path: place.prefix + OWNER_NAME }, [200, 404])
  const text = (await beginningOf(body)).trim()
  return statusCode === 404 ? undefined : text
}

/** Of two concurrent claims the last to write wins: both read it again. */
const ownerOf = async (place: S3Place, claim: string): Promise<string> => {
  const known = await readOwner(place)
  if (known !== undefined) return known
  const headers = { 'content-length': String(Buffer.byteLength(claim)), 'content-type': 'text/plain' }
  const sha256 = createHash('sha256').update(claim).digest('hex')
  const ask = { method: 'PUT', path: place.prefix + OWNER_NAME, headers, body: () => claim, sha256 } as const
  const answer = await askS3(place, ask, [200])
  await answer.body.dump()
  return (await readOwner(place)) ?? claim
}

const isKey = (text: string): boolean => {
  try {
    return readKey(text) !== undefined
  } catch {
    return false // not a content of this product
  }
}

export const s3Contents = (place: S3Place): ContentStore => {
  const pathOf = (key: string): string => {
    readKey(key)
    return place.prefix + key
  }
  return {
    put: async (key, file) => putFile(place, pathOf(key), file),
    read: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const answer = await getS3(place, pathOf(key), headers)
      return answer && range && answer.statusCode === 200 ? Readable.from(cut(answer.body, range)) : answer?.body
    },
    look: async (key) => {
      const { statusCode, headers, body } = await askS3(place, { method: 'HEAD', path: pathOf(key) }, [200, 404])
      await body.dump()
      if (statusCode === 404) return undefined
      return { size: Number(headers['content-length']), at: new Date(String(headers['last-modified'])) }
    },
    remove: (key) => removeS3(place, pathOf(key)),
    owner: (claim) => ownerOf(place, claim),
    olderThan: (time) => older(place, time),
  }
}
