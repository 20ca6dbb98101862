// What only the server reads of the contract stays out of the console, whichever folder of the contract it is in.
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { withoutDescriptions } from './without-descriptions.ts'

const CONTRACT = join(import.meta.dirname, '../../contract/src')

/** The console's code of a module of which nothing is used. */
const built = async (file: string): Promise<string> => {
  const input = join(CONTRACT, file)
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [withoutDescriptions()],
    build: { write: false, minify: false, rolldownOptions: { input, external: /^zod/ } },
  })
  const [chunk] = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  if (chunk?.type !== 'chunk') throw new Error('no chunk')
  return chunk.code
}

test.each(['catalogue/filter.ts', 'v3/vehicles.ts'])(
  'schemas of %s that nothing uses are left out of the build',
  async (file) => {
    expect((await built(file)).match(/z\.strictObject/g)).toBeNull()
  },
)
