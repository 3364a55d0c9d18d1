import vine from '@vinejs/vine'
import { amount, day, key } from '#app/kernel/http/validation_rules'
import { FREQUENCIES, type Frequency } from '#app/payments/recurrents/schedule'
import { AMOUNT_MODES, RECURRENT_KINDS } from '#app/payments/workflows/recurrent_workflow'

const ids = () => vine.array(key()).minLength(1).maxLength(1000)

export const createOrdersValidator = vine.create({
  invoice_ids: ids(),
  execution_date: day().nullable().optional(),
  debtor_account_id: key().nullable().optional(),
  amount: amount().nullable().optional(),
})
export const orderIdsValidator = vine.create({
  order_ids: ids(),
  confirm_duplicate: vine.boolean().optional(),
})
export const approveOrdersValidator = vine.create({
  orders: vine
    .array(vine.object({ id: key(), fingerprint: vine.string().fixedLength(64) }))
    .minLength(1)
    .maxLength(400),
  comment: vine.string().trim().maxLength(500).nullable().optional(),
})
export const approveOrderValidator = vine.create({
  fingerprint: vine.string().fixedLength(64),
  comment: vine.string().trim().maxLength(500).nullable().optional(),
})
export const commentValidator = vine.create({ reason: vine.string().trim().minLength(5).maxLength(500) })
export const outcomeValidator = vine.create({
  code: vine.string().trim().maxLength(10).optional(),
  reason: vine.string().trim().minLength(5).maxLength(500),
  on: day().optional(),
})
export const payNowValidator = vine.create({
  order_ids: ids(),
  reason: vine.string().trim().minLength(5).maxLength(500),
  confirm_duplicate: vine.boolean().optional(),
})
export const closingValidator = vine.create({
  is_executed: vine.boolean(),
  reason: vine.string().trim().minLength(10).maxLength(500),
  on: day().optional(),
  file: vine.file(),
})

const recurrentFields = {
  concept: vine.string().trim().minLength(3).maxLength(120),
  provider_id: key(),
  kind: vine.enum(Object.keys(RECURRENT_KINDS) as (keyof typeof RECURRENT_KINDS)[]),
  amount_mode: vine.enum(Object.keys(AMOUNT_MODES) as (keyof typeof AMOUNT_MODES)[]),
  amount: amount().nullable().optional(),
  max_amount: amount().nullable().optional(),
  frequency: vine.enum(Object.keys(FREQUENCIES) as Frequency[]),
  day: vine.number().withoutDecimals().range([1, 31]),
  start_on: day(),
  end_on: day().nullable().optional(),
  occurrences: vine.number().withoutDecimals().range([1, 1200]).nullable().optional(),
  debtor_account_id: key().nullable().optional(),
  holiday_rule: vine.enum(['next', 'previous'] as const),
  lead_days: vine.number().withoutDecimals().range([0, 60]),
  booking: vine.enum(['payable', 'expense'] as const),
  expense_account_id: key().nullable().optional(),
  revision_month: vine.number().withoutDecimals().range([1, 12]).nullable().optional(),
  revision_percent: vine.number().decimal([0, 2]).range([-50, 100]).nullable().optional(),
}
export const createRecurrentValidator = vine.create({ site_id: key(), ...recurrentFields })
export const updateRecurrentValidator = vine.create({
  lock_version: vine.number().withoutDecimals().min(0),
  ...recurrentFields,
})
export const amountValidator = vine.create({ amount: amount() })
