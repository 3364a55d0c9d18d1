import vine from '@vinejs/vine'
import { amount, key } from '#app/kernel/http/validation_rules'

const cents = () => vine.number().withoutDecimals()

/** Items of the books with the part of each, or the movement of another account. */
export const matchValidator = vine.create({
  items: vine
    .array(vine.object({ journal_line_id: key(), amount_minor: cents() }))
    .maxLength(200)
    .optional(),
  other_line_id: key().optional(),
  write_off: vine.boolean().optional(),
  fee: vine.boolean().optional(),
})

const LINES_MAX = 50

/** Amounts in the sense of the movement and in minor units of its currency. */
export const entryValidator = vine.create({
  description: vine.string().trim().minLength(3).maxLength(240),
  lines: vine
    .array(
      vine.object({
        account_code: vine.string().trim().maxLength(12),
        amount: amount(),
        memo: vine.string().trim().maxLength(240).nullable().optional(),
        tax_code_id: key().nullable().optional(),
        provider_id: key().nullable().optional(),
        center_id: key().nullable().optional(),
      })
    )
    .minLength(1)
    .maxLength(LINES_MAX),
})

export const ignoreValidator = vine.create({ reason: vine.string().trim().minLength(3).maxLength(300) })
