// live.test.ts with every connector.
import './live.test.ts'
