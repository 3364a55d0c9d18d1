import vine from '@vinejs/vine'
import { amount, amountFromZero, day } from '#app/kernel/http/validation_rules'

export const dueValidator = vine.create({
  advance: amountFromZero().optional(),
  prepaid: amountFromZero().optional(),
  retained: amountFromZero().optional(),
  rounding: amount().optional(),
  retained_until: day().nullable().optional(),
  lock_version: vine.number().withoutDecimals(),
})
export const releaseValidator = vine.create({
  held: vine.enum(['retention', 'prior'] as const),
  reason: vine.string().trim().maxLength(500).nullable().optional(),
})
