// `npm start`, and what an image runs: the product's server, started again when it ends by itself.
import { join } from 'node:path'
import { supervise } from './supervise.ts'

supervise(join(import.meta.dirname, 'server.ts'))
