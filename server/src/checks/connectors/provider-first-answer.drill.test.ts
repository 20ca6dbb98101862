// provider-first-answer.test.ts with the whole product.
import './provider-first-answer.test.ts'
