import vine from '@vinejs/vine'
import { amountFromZero, iban, key } from '#app/kernel/http/validation_rules'

const conditions = {
  text: vine.string().trim().minLength(2).maxLength(120).optional(),
  pattern: vine.string().trim().maxLength(200).optional(),
  sign: vine.enum(['in', 'out']).optional(),
  min_amount: amountFromZero().optional(),
  max_amount: amountFromZero().optional(),
  iban: iban().optional(),
  reach: vine.enum(['account', 'company']),
}

export const ruleValidator = vine.create({
  ...conditions,
  name: vine.string().trim().minLength(2).maxLength(80),
  account_code: vine.string().trim().maxLength(12),
  description: vine.string().trim().maxLength(240).optional(),
  provider_id: key().optional(),
  tax_code_id: key().optional(),
  center_id: key().optional(),
  auto_book: vine.boolean(),
  limit: amountFromZero().optional(),
  active: vine.boolean(),
  lock_version: vine.number().optional(),
})

/** What is tried against the past: not everything of a rule is there yet. */
export const ruleTrialValidator = vine.create({
  ...conditions,
  account_code: vine.string().trim().maxLength(12).optional(),
  rule_id: key().optional(),
})

export const ruleOrderValidator = vine.create({ ids: vine.array(key()).minLength(1).maxLength(200) })
