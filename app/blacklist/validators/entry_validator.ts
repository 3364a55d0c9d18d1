import vine from '@vinejs/vine'
import { PATTERN_TYPES, REASONS, SEVERITIES } from '#app/blacklist/blacklist_labels'
import { day } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'

const text = (max: number) => vine.string().trim().maxLength(max).nullable().optional()

const rest = {
  severity: vine.enum(keysOf(SEVERITIES)),
  reason: vine.enum(keysOf(REASONS)),
  comment: vine.string().trim().maxLength(500),
  owner_name: text(160),
  expires_on: day().nullable().optional(),
}

export const newEntryValidator = vine.create({
  pattern_type: vine.enum(keysOf(PATTERN_TYPES)),
  value: vine.string().trim().maxLength(60),
  is_invalid: vine.boolean().optional(),
  file: vine.file().nullable().optional(),
  ...rest,
})
export const entryChangeValidator = vine.create({ ...rest, lock_version: vine.number().withoutDecimals() })
export const liftReasonValidator = vine.create({ reason: text(500) })
export const impactValidator = vine.create({
  pattern_type: vine.enum(keysOf(PATTERN_TYPES)),
  value: vine.string().trim().maxLength(60),
})
