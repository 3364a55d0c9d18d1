import vine from '@vinejs/vine'
import { amount, day, key } from '#app/kernel/http/validation_rules'

const entryFields = {
  posted_on: day(),
  description: vine.string().trim().minLength(3).maxLength(250),
  lines: vine
    .array(
      vine.object({
        account_id: key(),
        debit: amount().optional(),
        credit: amount().optional(),
        memo: vine.string().trim().maxLength(250).nullable().optional(),
      })
    )
    .minLength(2)
    .maxLength(500),
}

export const newManualEntryValidator = vine.create({ site_id: key(), ...entryFields })
export const manualEntryValidator = vine.create({
  ...entryFields,
  lock_version: vine.number().withoutDecimals(),
})
export const approvalValidator = vine.create({ lock_version: vine.number().withoutDecimals() })
export const reversalValidator = vine.create({
  reason: vine.string().trim().maxLength(250),
  posted_on: day(),
})
export const periodReasonValidator = vine.create({
  reason: vine.string().trim().maxLength(500).nullable().optional(),
})
