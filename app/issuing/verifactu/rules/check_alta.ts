import { INVOICE_RULES } from '#app/issuing/verifactu/rules/invoice_rules'
import {
  FORM_RULES,
  LINE_WARNINGS,
  QUALIFICATION_RULES,
  QUOTA_RULES,
} from '#app/issuing/verifactu/rules/line_rules'
import { PARTY_RULES } from '#app/issuing/verifactu/rules/party_rules'
import { RATE_RULES } from '#app/issuing/verifactu/rules/rate_rules'
import { REGIME_RULES } from '#app/issuing/verifactu/rules/regime_rules'
import {
  type Asked,
  type Circumstances,
  type Effect,
  effectOf,
  type GivenAlta,
  type LineRule,
} from '#app/issuing/verifactu/rules/rule'
import { SIMPLIFIED_RULE, WARNINGS } from '#app/issuing/verifactu/rules/total_rules'

export type Verdict =
  | { effect: Exclude<Effect, 'accepted'>; code: number }
  | { effect: 'accepted'; code: null }

const OF_LINES = [...FORM_RULES, ...RATE_RULES, ...QUALIFICATION_RULES, ...REGIME_RULES, ...QUOTA_RULES]

/**
 * What AEAT answers to an alta, as far as it can be told without its census and its records: the one code that it gives, which
 * is the first rule that refuses, else the first that warns.
 */
export function checkAlta(alta: GivenAlta, about: Circumstances): Verdict {
  const record: Asked = { ...alta, about }
  const refused =
    [...INVOICE_RULES, ...PARTY_RULES].find(({ isBroken }) => isBroken(record)) ??
    brokenByLine(OF_LINES, record) ??
    (SIMPLIFIED_RULE.isBroken(record) ? SIMPLIFIED_RULE : undefined)
  const found =
    refused ?? brokenByLine(LINE_WARNINGS, record) ?? WARNINGS.find(({ isBroken }) => isBroken(record))
  return found ? { effect: effectOf(found.code), code: found.code } : { effect: 'accepted', code: null }
}

/** Line by line, all rules of one before the next. */
function brokenByLine(rules: readonly LineRule[], record: Asked): LineRule | undefined {
  for (const line of record.Desglose) {
    const broken = rules.find(({ isBroken }) => isBroken(line, record))
    if (broken) return broken
  }
  return undefined
}
