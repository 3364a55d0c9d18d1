import { formatAmount } from '#app/kernel/money/money'
import { compilePattern, type SafePattern } from '#app/kernel/pattern/safe_pattern'
import { foldText } from '#app/kernel/text/similarity'

/** All of them must hold; null asks nothing. Amounts in cents, without sign. */
export type RuleConditions = {
  text: string | null
  pattern: string | null
  sign: 'in' | 'out' | null
  minMinor: number | null
  maxMinor: number | null
  iban: string | null
}

export type RuleAction = {
  accountCode: string
  description: string | null
  providerId: number | null
  /** The tax that the amount carries inside. */
  taxCodeId: number | null
  centerId: number | null
  autoBook: boolean
}

export type BankRule = {
  id: number
  name: string
  siteId: number
  bankAccountId: number | null
  priority: number
  conditions: RuleConditions
  action: RuleAction
  /** Above this many cents it never books by itself. */
  maxMinor: number | null
  active: boolean
}

/** What a rule looks at of a movement. */
export type RuledLine = { normText: string; amountMinor: number; counterpartyIban: string | null }

export type RuleTest = (line: RuledLine) => boolean

/** The test of a rule, made once for many movements. Throws E_PATTERN at `pattern`. */
export function testOf({ text, pattern, sign, minMinor, maxMinor, iban }: RuleConditions): RuleTest {
  const wanted = text === null ? null : foldText(text)
  const matches: SafePattern | null = pattern === null ? null : compilePattern(pattern)
  return ({ normText, amountMinor, counterpartyIban }) => {
    const size = Math.abs(amountMinor)
    return (
      (sign === null || (sign === 'in') === amountMinor > 0) &&
      (minMinor === null || size >= minMinor) &&
      (maxMinor === null || size <= maxMinor) &&
      (iban === null || counterpartyIban === iban) &&
      (wanted === null || normText.includes(wanted)) &&
      (matches === null || matches(normText))
    )
  }
}

/** The first of some rules, in their order, that holds for a movement. */
export function firstRuleFor(
  rules: readonly { rule: BankRule; holds: RuleTest }[],
  line: RuledLine
): BankRule | null {
  return rules.find(({ holds }) => holds(line))?.rule ?? null
}

/** Whether a rule may book a movement without anybody: it says so, and the movement is not above its limit. */
export function booksAlone({ action, maxMinor }: BankRule, amountMinor: number): boolean {
  return action.autoBook && maxMinor !== null && Math.abs(amountMinor) <= maxMinor
}

/** Its conditions in words, for lists and for the explanation beside a movement. */
export function conditionsText({ text, pattern, sign, minMinor, maxMinor, iban }: RuleConditions): string[] {
  const euros = (minor: number) => formatAmount(minor, 'EUR')
  return [
    text === null ? null : `el texto contiene «${text}»`,
    pattern === null ? null : `el texto cumple la expresión «${pattern}»`,
    sign === null ? null : sign === 'in' ? 'es un abono' : 'es un cargo',
    minMinor !== null && maxMinor !== null
      ? `importe entre ${euros(minMinor)} y ${euros(maxMinor)}`
      : minMinor !== null
        ? `importe desde ${euros(minMinor)}`
        : maxMinor !== null
          ? `importe hasta ${euros(maxMinor)}`
          : null,
    iban === null ? null : `IBAN de la contraparte …${iban.slice(-4)}`,
  ].filter((part) => part !== null)
}
