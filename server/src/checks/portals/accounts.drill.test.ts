// The pauses of accounts.test.ts for a whole day.
import './accounts.test.ts'
