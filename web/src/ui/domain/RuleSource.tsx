// The publisher of an official rule, with a link to the publication; also of another source that differs.
import type { OtherReading as Reading, RuleSource as Source } from '@padron/contract/rules/official-rules'
import { readingWords, sourceText, validText } from '../../lib/official-rule-texts.ts'
import { PortalLink } from './PortalLink.tsx'

type Rule = Source & Parameters<typeof validText>[0]

/** The validity, the version of the rule's pack, and its source. */
export const SourceLine = ({ rule, valid }: { rule: Source; valid?: string | undefined }) => (
  <small className="sentence muted break block">
    {[valid, `Versión ${rule.version}`, 'Fuente: '].filter(Boolean).join(' · ')}
    <PortalLink name={sourceText(rule)} url={rule.link} />
  </small>
)

/** The end of the rule's validity, the version of its pack, and its source. */
export const RuleSource = ({ rule, today }: { rule: Rule; today: string }) => (
  <SourceLine rule={rule} valid={validText(rule, today)} />
)

/** 'Según UnoTV (13 de enero de 2026): no impide verificar.' */
export const OtherReading = ({ reading }: { reading: Reading }) => {
  const { by, says } = readingWords(reading)
  return (
    <span className="sentence break">
      Según <PortalLink name={by} url={reading.link} />: {says}
    </span>
  )
}
