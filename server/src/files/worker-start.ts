// The entry module of the threads of workbook-thread.ts: uses the compile cache on disk, as bin/server.ts does, which
// takes a third of the time. Each thread must enable the cache before it loads its modules.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import(process.argv[3] ?? '')
