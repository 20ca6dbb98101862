// A company and vehicles of a test file's own; every test of the file is signed in there.
import { TOKEN_COOKIE } from '@padron/contract/session'
import { type Company, type Made, newCompany, newVehicle } from './company.ts'
import { test } from './fixtures.ts'

/** @returns the company, available once the tests run, and its vehicles by index */
export const signInToOwnCompany = (vehicles: number) => {
  let company: Company
  const made: Made[] = []
  const addVehicle = async (): Promise<void> => void made.push(await newVehicle(company))
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    company = await newCompany()
    for (let n = 0; n < vehicles; n++) await addVehicle()
  })
  test.beforeEach(({ context }) =>
    context.addCookies([
      { name: TOKEN_COOKIE, value: company.token, domain: '127.0.0.1', path: '/', sameSite: 'Strict' },
    ]),
  )
  const one = (at: number): Made => {
    const found = made[at]
    if (!found) throw new Error(`no vehicle ${at}`)
    return found
  }
  return { ownCompany: () => company, one, addVehicle }
}
