// figures-equal.test.ts with every period.
import './figures-equal.test.ts'
