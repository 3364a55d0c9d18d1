import { seesWholeIban, type Viewer } from '#app/accounts/viewer'
import { decimalText } from '#app/kernel/money/money'
import type { ListedRule } from '#app/reconciliation/queries/list_rules'
import { conditionsText, type RuleConditions } from '#app/reconciliation/rules/bank_rule'

type Sent = {
  text?: string | undefined
  pattern?: string | undefined
  sign?: 'in' | 'out' | undefined
  min_amount?: number | undefined
  max_amount?: number | undefined
  iban?: string | undefined
}

/** Conditions as a form sends them: what is empty asks nothing. */
export function conditionsOf({ text, pattern, sign, min_amount, max_amount, iban }: Sent): RuleConditions {
  const size = (minor: number | undefined) => (minor === undefined ? null : Math.abs(minor))
  return {
    text: text || null,
    pattern: pattern || null,
    sign: sign ?? null,
    minMinor: size(min_amount),
    maxMinor: size(max_amount),
    iban: iban || null,
  }
}

const typed = (minor: number | null) => (minor === null ? '' : decimalText(minor))

/** A rule as its list and its dialog show it. */
export function ruleProps(rule: ListedRule, viewer: Viewer) {
  const { conditions, action } = rule
  return {
    id: rule.id,
    name: rule.name,
    active: rule.active,
    used: rule.used,
    reach: rule.bankAccountId === null ? ('company' as const) : ('account' as const),
    conditions: conditionsText(conditions),
    accountCode: action.accountCode,
    provider: rule.providerName,
    tax: rule.taxName,
    center: rule.centerName,
    /** Who may not see an IBAN cannot change a rule that asks for one. */
    canEdit: conditions.iban === null || seesWholeIban(viewer),
    booksAlone: action.autoBook,
    limit: rule.maxMinor === null ? null : { minor: rule.maxMinor, currency: 'EUR' },
    form: {
      name: rule.name,
      text: conditions.text ?? '',
      pattern: conditions.pattern ?? '',
      sign: conditions.sign,
      minAmount: typed(conditions.minMinor),
      maxAmount: typed(conditions.maxMinor),
      iban: seesWholeIban(viewer) ? (conditions.iban ?? '') : '',
      reach: rule.bankAccountId === null ? 'company' : 'account',
      accountCode: action.accountCode,
      description: action.description ?? '',
      provider:
        action.providerId === null
          ? null
          : { value: String(action.providerId), label: rule.providerName ?? '' },
      tax: action.taxCodeId === null ? null : String(action.taxCodeId),
      center: action.centerId === null ? null : String(action.centerId),
      autoBook: action.autoBook,
      limit: typed(rule.maxMinor),
      active: rule.active,
      lockVersion: rule.lockVersion,
    },
  }
}
