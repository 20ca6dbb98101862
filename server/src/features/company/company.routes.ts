// What a company changes of itself. The operator's command may do the same, and more (commands/company.ts).
import { FACTOR_TEXTS } from '@padron/contract/account'
import { isZoneOf, type company as rows } from '@padron/contract/company'
import { COUNTRIES } from '@padron/contract/places/countries'
import { asTenant, type Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import { readLogo } from '../../files/logo.ts'
import { uploadLimiter } from '../../http/overload/upload-limiter.ts'
import { actorOf, type Handlers } from '../../http/serve.ts'
import { removeLogo, setCompany, setLogo } from '../../identity/accounts/company-settings.ts'
import { hasFactor } from '../../identity/second-factor/second-factor.ts'
import { rescheduleInZone } from '../reports/definitions/reschedule.ts'

export const company: Handlers<typeof rows> = {
  change: async ({ body, session, kit, request }) => {
    const { tenantId, country } = session
    const { timeZone, imageB64, imageFormat = '', adminsNeedFactor } = body
    if (timeZone !== undefined && !isZoneOf(country, timeZone))
      throw refuse(422, `La zona horaria no es de ${COUNTRIES[country].name}.`, 'timeZone')
    // Images of a company are processed one after another, without holding a database connection.
    const logo =
      imageB64 === undefined ? undefined : await uploadLimiter.run(request, () => readLogo(imageB64, imageFormat))
    const change = async (tx: Tx): Promise<void> => {
      if (timeZone !== undefined) {
        const formerZone = await setCompany(tx, tenantId, { timeZone })
        if (formerZone !== undefined) await rescheduleInZone(tx, tenantId, formerZone)
      }
      if (adminsNeedFactor !== undefined) {
        // Otherwise nobody could switch it off again.
        if (adminsNeedFactor && !(await hasFactor(tx, session)))
          throw refuse(409, FACTOR_TEXTS.ownFirst, 'adminsNeedFactor')
        await setCompany(tx, tenantId, { adminsNeedFactor })
      }
      if (logo) await setLogo(tx, tenantId, logo.image)
      else if (body.removeLogo) await removeLogo(tx, tenantId)
    }
    await asTenant(kit.db, tenantId, change, actorOf(request, session))
    return { message: 'Los datos de la empresa se guardaron' }
  },
}
