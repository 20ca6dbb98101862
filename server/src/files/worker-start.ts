// The start of a thread of workbook-thread.ts: reads the compiled code that an earlier one left in the cache, as
// bin/server.ts does, which takes a third of the time. A cache is each thread's own to enable, before its modules load.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import(process.argv[3] ?? '')
