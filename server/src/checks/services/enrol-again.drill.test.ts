// enrol-again.test.ts with batches as large as the product’s.
import './enrol-again.test.ts'
