// order.test.ts with every field in both directions.
import './order.test.ts'
