// `npm start`, and the command of an image: runs the server and restarts it when it ends by itself.
import { join } from 'node:path'
import { supervise } from './supervise.ts'

supervise(join(import.meta.dirname, 'server.ts'))
