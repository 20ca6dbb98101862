// A company's own settings: its time zone and its logo.
import { z } from 'zod/mini'
import { calls, put } from './call.ts'
import { atLeastOneField, Done, text } from './common.ts'
import { LOGO_BODY_BYTES, LOGO_BYTES } from './email-settings.ts'
import type { Country } from './places/countries.ts'

type Zone = { zone: string; name: string }
/** The time zones of a country (IANA tz database, zone1970.tab), with their common names. */
export const TIME_ZONES: Readonly<Record<Country, readonly Zone[]>> = {
  MX: [
    { zone: 'America/Mexico_City', name: 'Centro (Ciudad de México)' },
    { zone: 'America/Monterrey', name: 'Noreste (Monterrey)' },
    { zone: 'America/Matamoros', name: 'Frontera noreste (Matamoros)' },
    { zone: 'America/Merida', name: 'Península (Mérida)' },
    { zone: 'America/Cancun', name: 'Quintana Roo (Cancún)' },
    { zone: 'America/Bahia_Banderas', name: 'Bahía de Banderas' },
    { zone: 'America/Chihuahua', name: 'Chihuahua' },
    { zone: 'America/Ciudad_Juarez', name: 'Ciudad Juárez' },
    { zone: 'America/Ojinaga', name: 'Ojinaga' },
    { zone: 'America/Mazatlan', name: 'Pacífico (Mazatlán)' },
    { zone: 'America/Hermosillo', name: 'Sonora (Hermosillo)' },
    { zone: 'America/Tijuana', name: 'Noroeste (Tijuana)' },
  ],
  CO: [{ zone: 'America/Bogota', name: 'Colombia (Bogotá)' }],
}
export const isZoneOf = (country: Country, zone: string): boolean =>
  TIME_ZONES[country].some((each) => each.zone === zone)

export const company = calls('company', {
  change: put('/api/v2/company', {
    summary:
      'Cambia la zona horaria, el logotipo y si se pide segundo factor a quien administra; el logotipo viaja en ' +
      'base64.',
    needs: 'users_admin',
    person: true,
    opens: true,
    bodyBytes: LOGO_BODY_BYTES,
    body: z
      .strictObject({
        timeZone: z.optional(text(60)),
        imageB64: z.optional(text(Math.ceil(LOGO_BYTES / 3) * 4 + 100)),
        /** Including the dot. */
        imageFormat: z.optional(text(10)),
        removeLogo: z.optional(z.boolean()),
        /** Whether a second factor is required of all who administer users. */
        adminsNeedFactor: z.optional(z.boolean()),
      })
      .check(...atLeastOneField('No hay cambios que guardar')),
    reply: Done,
    touches: ['onboarding.state', 'account.me', 'activity.list', 'emailSettings.read'],
    done: 'Los datos de la empresa se guardaron',
    fails: 'No se pudieron guardar los datos de la empresa',
  }),
})
