// Common to Verifik's portals: the documented errors word for word, and plausible ones where there is no document.
import { englishTime, type Moment } from '../clock.ts'
import { type Answer, fail, ok, type Portal } from '../portal.ts'
import { readProviderWords } from '../provider-words.ts'
import { jsonRefusals } from '../refusals.ts'

export const verifik = readProviderWords('verifik')

const signature = (moment: Moment) => ({ message: 'Certified by Verifik.co', dateTime: englishTime(moment) })

/** The wrapper of the newer documents. */
export const signed = (data: unknown, moment: Moment): Answer => ok({ data, signature: signature(moment), id: 'A1B2C' })
/** The wrapper of an older page. */
export const signedAsBefore = (data: unknown, moment: Moment): Answer =>
  ok({ value: { value: { data, signature: signature(moment) } } })

export const noRecord = (): Answer => fail(404, { code: 'NotFound', message: 'Record not found.' })

export const verifikRefusals: Partial<Portal['answers']> = {
  ...jsonRefusals({}),
  unauthorized: verifik.error('token refused'),
  conflict: verifik.error('missing parameter'),
  'server-error': verifik.error('internal error'),
  'no-credit': verifik.error('credit used up'),
  'out-of-service': verifik.error('source switched off'),
  'ok-with-error': () => ok({ code: 'InternalServerError', message: 'source_unavailable' }),
}
