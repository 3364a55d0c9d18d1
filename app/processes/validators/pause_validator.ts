import vine from '@vinejs/vine'
import { day } from '#app/kernel/http/validation_rules'

const REASON_MAX = 500

export const pauseValidator = vine.create({
  reason: vine.string().trim().maxLength(REASON_MAX).nullable().optional(),
  until: day().nullable().optional(),
  confirmation: vine.string().trim().maxLength(20).nullable().optional(),
})
