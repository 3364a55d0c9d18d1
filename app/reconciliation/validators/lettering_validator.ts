import vine from '@vinejs/vine'
import { amount, key } from '#app/kernel/http/validation_rules'

export const letteringValidator = vine.create({
  items: vine
    .array(vine.object({ journal_line_id: key(), amount: amount() }))
    .minLength(2)
    .maxLength(500),
  write_off: vine.boolean().optional(),
})

export const undoLetteringValidator = vine.create({
  reason: vine.string().trim().minLength(3).maxLength(300),
})
