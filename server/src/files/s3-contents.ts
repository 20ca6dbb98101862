// Contents in an S3 store: <prefix><company>/<hash>, in a bucket of the operator. Nobody is sent there: what is read passes through
// this server.
import { createReadStream } from 'node:fs'
import { type ContentStore, readKey } from './content-store.ts'
import { readS3List } from './s3-list.ts'
import { askS3, type S3Place } from './s3-request.ts'

const SLOWEST = 524_288 // bytes a second

async function* older(place: S3Place, time: Date): AsyncGenerator<string> {
  let next: string | undefined
  do {
    const query = { 'list-type': '2', prefix: place.prefix, ...(next ? { 'continuation-token': next } : {}) }
    const { body } = await askS3(place, { method: 'GET', path: '', query }, [200])
    const page = readS3List(await body.text())
    for (const { name, at } of page.found) {
      const key = name.slice(place.prefix.length)
      if (name.startsWith(place.prefix) && isKey(key) && at < time) yield key
    }
    next = page.next
  } while (next)
}

const isKey = (text: string): boolean => {
  try {
    return readKey(text) !== undefined
  } catch {
    return false // somebody else's
  }
}

export const s3Contents = (place: S3Place): ContentStore => {
  const pathOf = (key: string): string => {
    readKey(key)
    return place.prefix + key
  }
  return {
    put: async (key, { path, size, sha256 }) => {
      const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' }
      const body = () => createReadStream(path)
      const deadlineMs = 60_000 + (size / SLOWEST) * 1_000
      const ask = { method: 'PUT', path: pathOf(key), headers, body, sha256, deadlineMs } as const
      const answer = await askS3(place, ask, [200])
      await answer.body.dump()
    },
    read: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const answer = await askS3(place, { method: 'GET', path: pathOf(key), headers }, [range ? 206 : 200, 404])
      if (answer.statusCode !== 404) return answer.body
      await answer.body.dump()
      return undefined
    },
    look: async (key) => {
      const { statusCode, headers, body } = await askS3(place, { method: 'HEAD', path: pathOf(key) }, [200, 404])
      await body.dump()
      if (statusCode === 404) return undefined
      return { size: Number(headers['content-length']), at: new Date(String(headers['last-modified'])) }
    },
    remove: async (key) => {
      const answer = await askS3(place, { method: 'DELETE', path: pathOf(key) }, [200, 204, 404])
      await answer.body.dump()
    },
    olderThan: (time) => older(place, time),
  }
}
