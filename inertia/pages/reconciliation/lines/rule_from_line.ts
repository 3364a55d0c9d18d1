import { emptyRule, type RuleValues } from '../rules/rule_types'
import type { SelectedLine } from './line_types'

const wordsMax = 5

/** A rule as a movement suggests it: its first words without figures, its sign and what is already proposed for it. */
export function ruleFromLine({ text, amount, rule }: SelectedLine): RuleValues {
  const words = text.split(/\s+/).filter((word) => word.length > 1 && !/\d/.test(word))
  const kept = words.slice(0, wordsMax).join(' ')
  return {
    ...emptyRule,
    name: kept.slice(0, 80),
    text: kept,
    sign: amount.minor < 0 ? 'out' : 'in',
    accountCode: rule?.accountCode ?? '',
  }
}
