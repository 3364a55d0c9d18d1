import vine from '@vinejs/vine'
import { amountFromZero, day, exchangeRate, key } from '#app/kernel/http/validation_rules'

/** 99.999.999.999,99: a balance that is carried may be more than any payment. */
const ENTRY_MAX = 9_999_999_999_999

const entryFields = {
  posted_on: day(),
  description: vine.string().trim().minLength(3).maxLength(250),
  lines: vine
    .array(
      vine.object({
        account_id: key(),
        debit: amountFromZero({ max: ENTRY_MAX }).optional(),
        credit: amountFromZero({ max: ENTRY_MAX }).optional(),
        memo: vine.string().trim().maxLength(250).nullable().optional(),
        counter_account_id: key().nullable().optional(),
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
export const fxRateValidator = vine.create({
  currency: vine.string().trim().fixedLength(3),
  on_date: day(),
  rate: exchangeRate(),
  is_confirmed: vine.boolean().optional(),
})
export const revaluationValidator = vine.create({ site_id: key(), on_date: day() })
export const periodReasonValidator = vine.create({
  reason: vine.string().trim().maxLength(500).nullable().optional(),
})
