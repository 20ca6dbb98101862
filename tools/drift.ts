// Part of `npm run check`: fails if a committed generated file differs from what the sources generate.
import { generate, readCommitted } from './generate.ts'

const drifted = [...(await generate())].filter(([path, text]) => readCommitted(path) !== text).map(([path]) => path)
if (drifted.length > 0) {
  process.stderr.write(
    `These files are not what the sources make; run \`npm run gen\`:\n${drifted.map((path) => `  ${path}\n`).join('')}`,
  )
  process.exit(1)
}
