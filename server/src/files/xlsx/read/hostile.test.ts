// Wrong and hostile files: each is rejected with a sentence that says what the user can do; odd but valid ones are
// read. Those of a million rows and of many megabytes are read in the drills; here those that end at the last row or
// column, and smaller ones of the same kind.
import { expect, test } from 'vitest'
import { isDrill } from '../../../testing/drill.ts'
import { HOSTILE, ODD } from '../../../testing/xlsx/hostile.ts'
import { WRONG_FILES } from '../../../testing/xlsx/wrong.ts'
import { openBook } from './open.ts'
import { checkDirectory } from './package.ts'
import { readXlsx } from './reader.ts'
import { WorkbookError } from './workbook-error.ts'

const refusal = async (bytes: Uint8Array): Promise<string> => {
  const error = await Array.fromAsync(readXlsx(bytes)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(WorkbookError)
  return (error as WorkbookError).message
}
const REFUSED = Object.entries({ ...WRONG_FILES, ...HOSTILE }).filter(([, { isLarge }]) => isDrill || !isLarge)

test.each(REFUSED.filter(([, { isEvident }]) => !isEvident))('%s is rejected', async (_, { make, reason }) => {
  expect(await refusal(await make())).toMatch(reason)
})

test.each(REFUSED.filter(([, { isEvident }]) => isEvident))(
  '%s is rejected by its first bytes or its directory alone, without a thread',
  async (_, { make, reason }) => {
    const bytes = Buffer.from(await make())
    expect(await refusal(bytes)).toMatch(reason)
    await expect(checkDirectory(bytes)).rejects.toMatchObject({ message: expect.stringMatching(reason) })
  },
)

const isLong = (name: string): boolean => name.startsWith('a million')
test.each(Object.keys(ODD).filter((name) => isDrill || !isLong(name)))('%s is read', async (name) => {
  const { make, rows } = ODD[name] ?? {}
  expect(await Array.fromAsync(readXlsx(make?.() ?? new Uint8Array()))).toHaveLength(rows ?? -1)
})

test('errors of the package and of a row also reach the thread that calls', async () => {
  await expect(openBook(Buffer.from('Placa,VIN'), 'x')).rejects.toBeInstanceOf(WorkbookError)
  const cut = (await HOSTILE['cut XML']?.make()) ?? new Uint8Array()
  const { main, rows } = await openBook(Buffer.from(cut), 'x')
  await expect(Array.fromAsync(rows(main))).rejects.toBeInstanceOf(WorkbookError)
})
