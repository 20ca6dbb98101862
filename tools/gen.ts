// `npm run gen`: writes the generated files. With `--release`, what the next release is held to (released.ts).
import { generate, writeGenerated } from './generate.ts'
import { writeReleased, writeReleasedApi } from './released.ts'

writeGenerated(await generate())

const at = process.argv.indexOf('--release')
if (at >= 0) {
  await writeReleased(process.argv[at + 1])
  writeReleasedApi()
}
