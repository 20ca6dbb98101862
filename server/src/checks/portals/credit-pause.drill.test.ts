// The pauses of credit-pause.test.ts for a whole day.
import './credit-pause.test.ts'
