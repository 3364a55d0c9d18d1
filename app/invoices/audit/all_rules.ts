import { CATALOGUE } from '#app/invoices/audit/catalogue'
import type { ProviderRule, RuleHead } from '#app/invoices/audit/rule'
import { firstDigits } from '#app/invoices/audit/rules/habits/r9_first_digits'
import { missingRecurrent } from '#app/invoices/audit/rules/habits/r10_missing_recurrent'

/** Rules on suppliers. */
export const PROVIDER_RULES: readonly ProviderRule[] = [firstDigits, missingRecurrent]

/** Every rule there is. */
export const ALL_RULES: readonly RuleHead[] = [...CATALOGUE, ...PROVIDER_RULES]

/** A rule by its code; undefined for none. */
export const findRule = (code: string): RuleHead | undefined => ALL_RULES.find((rule) => rule.code === code)
