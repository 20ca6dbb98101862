// A file that is sent through a proxy, with every kind of response.
import { documents } from '@padron/contract/documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnsaved } from '../lib/unsaved.ts'
import { startSmallServer } from '../testing/small-server.ts'
import { statusOf } from './api-error.ts'
import { uploadForm } from './upload.ts'

let answer: { status?: number; json: unknown; text?: string }
let server: Awaited<ReturnType<typeof startSmallServer>>
beforeAll(async () => {
  server = await startSmallServer({ '/api/v2/document/4/file': () => answer })
})
afterAll(() => server.stop())

const send = () =>
  uploadForm(
    documents.replaceFile,
    { version: '1', documentInfo: [] },
    new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }),
    { onProgress: () => {}, signal: new AbortController().signal },
    { documentId: '4' },
  )

test('a response of the server is returned', async () => {
  answer = { json: { message: '', documentId: 4 } }
  expect(await send()).toMatchObject({ documentId: 4 })
})

test('a page of a proxy is a failure, even with status 200', async () => {
  for (const text of ['<!doctype html><title>Red de invitados</title>', '']) {
    answer = { json: undefined, text }
    const error = await send().catch((failure: unknown) => failure)
    expect(error).toMatchObject({ name: 'Error' })
    expect(statusOf(error)).toBe(0)
  }
})

test('during the upload the page has unsaved work, and not afterwards', async () => {
  answer = { json: { message: '', documentId: 4 } }
  const sending = send()
  const wasHeld = new Promise<boolean>((resolve) => {
    const open = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      XMLHttpRequest.prototype.send = open
      resolve(isUnsaved())
      open.call(this, body)
    }
  })
  expect(await wasHeld).toBe(true)
  await sending
  expect(isUnsaved()).toBe(false)
})
