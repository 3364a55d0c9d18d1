import vine from '@vinejs/vine'
import { amount, day, key } from '#app/kernel/http/validation_rules'

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
