// `npm run gen`: writes the generated files. With `--release`, records what the next release must stay compatible with
// (released.ts).
import { generate, writeGenerated } from './generate.ts'
import { writeReleased, writeReleasedApi } from './released.ts'

writeGenerated(await generate())

const at = process.argv.indexOf('--release')
if (at >= 0) {
  await writeReleased(process.argv[at + 1])
  writeReleasedApi()
}
