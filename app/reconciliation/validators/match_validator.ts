import vine from '@vinejs/vine'
import { key } from '#app/kernel/http/validation_rules'

const cents = () => vine.number().withoutDecimals()

/** Items of the books with the part of each, or the movement of another account. */
export const matchValidator = vine.create({
  items: vine
    .array(vine.object({ journal_line_id: key(), amount_minor: cents() }))
    .maxLength(200)
    .optional(),
  other_line_id: key().optional(),
  write_off: vine.boolean().optional(),
})

export const entryValidator = vine.create({
  account_code: vine.string().trim().maxLength(12),
  description: vine.string().trim().minLength(3).maxLength(240),
})

export const ignoreValidator = vine.create({ reason: vine.string().trim().minLength(3).maxLength(300) })
