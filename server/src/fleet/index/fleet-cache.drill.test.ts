// fleet-cache.test.ts with every size of the cache.
import './fleet-cache.test.ts'
