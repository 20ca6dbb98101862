// Operations on objects of an S3 store that contents and files share: upload from the disk, read, remove, list the
// names.
import { createReadStream } from 'node:fs'
import { readS3List } from './s3-list.ts'
import { askS3, type S3Answer, type S3Place } from './s3-request.ts'

const SLOWEST = 524_288 // bytes a second

/** Atomic. @param to below the bucket @param file remains on the disk */
export const putFile = async (
  place: S3Place,
  to: string,
  { path, size, sha256 }: { path: string; size: number; sha256: string },
): Promise<void> => {
  const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' }
  const body = () => createReadStream(path)
  const deadlineMs = 60_000 + (size / SLOWEST) * 1_000
  const answer = await askS3(place, { method: 'PUT', path: to, headers, body, sha256, deadlineMs }, [200])
  await answer.body.dump()
}

/** @returns undefined if it does not exist; otherwise the caller must read or destroy the body */
export const getS3 = async (
  place: S3Place,
  path: string,
  headers: Record<string, string> = {},
): Promise<S3Answer | undefined> => {
  const answer = await askS3(place, { method: 'GET', path, headers }, [200, 206, 404])
  if (answer.statusCode !== 404) return answer
  await answer.body.dump()
  return undefined
}

export const removeS3 = async (place: S3Place, path: string): Promise<void> => {
  const answer = await askS3(place, { method: 'DELETE', path }, [200, 204, 404])
  await answer.body.dump()
}

/** The names of all objects below the prefix, without the prefix, page by page. */
export async function* s3Names(place: S3Place): AsyncGenerator<{ name: string; at: Date }> {
  let next: string | undefined
  do {
    const query = { 'list-type': '2', prefix: place.prefix, ...(next ? { 'continuation-token': next } : {}) }
    const { body } = await askS3(place, { method: 'GET', path: '', query }, [200])
    const page = readS3List(await body.text())
    for (const { name, at } of page.found)
      if (name.startsWith(place.prefix)) yield { name: name.slice(place.prefix.length), at }
    next = page.next
  } while (next)
}
