// The pauses of drift-pause.test.ts for a whole day.
import './drift-pause.test.ts'
