import vine from '@vinejs/vine'
import { key } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'
import { ALLOCATIONS } from '#app/rebilling/rebilling_labels'
import { keyText, targets } from '#app/rebilling/validators/rebilling_validator'

const version = () => vine.number().withoutDecimals().min(0)

export const shareValidator = vine.create({
  /** None: the whole invoice. */
  line_ids: vine.array(key()).maxLength(500),
  allocation: vine.enum(keysOf(ALLOCATIONS)),
  allocation_key: keyText().nullable().optional(),
  targets: targets(),
  rule_name: vine.string().trim().maxLength(120).nullable().optional(),
  lock_version: version(),
})
export const shareRemovalValidator = vine.create({ lock_version: version() })
