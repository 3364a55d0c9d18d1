import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
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
export const openingValidator = vine.create({
  site_id: key(),
  posted_on: day(),
  file: vine.file(),
  takes_difference: vine.boolean().optional(),
})
export const approvalValidator = vine.create({ lock_version: vine.number().withoutDecimals() })
export const reversalValidator = vine.create({
  reason: vine.string().trim().maxLength(250),
  posted_on: day(),
})
const rateRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const text = String(value).trim().replace(',', '.')
  if (/^\d{1,9}(\.\d{1,8})?$/.test(text) && Number(text) > 0) field.mutate(text, field)
  else field.report('Introduzca un tipo de cambio, por ejemplo 1,0842.', 'rate', field)
})

/** Units of a currency for one euro: a positive decimal with eight decimals at most, its mark a point. */
const rate = () => vine.string().use(rateRule())

export const fxRateValidator = vine.create({
  currency: vine.string().trim().fixedLength(3),
  on_date: day(),
  rate: rate(),
  is_confirmed: vine.boolean().optional(),
})
export const revaluationValidator = vine.create({ site_id: key(), on_date: day() })
export const periodReasonValidator = vine.create({
  reason: vine.string().trim().maxLength(500).nullable().optional(),
})
