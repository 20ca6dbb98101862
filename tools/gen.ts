// `npm run gen`: writes the generated files.
import { generate, writeGenerated } from './generate.ts'

writeGenerated(await generate())
