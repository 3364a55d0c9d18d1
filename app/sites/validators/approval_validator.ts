import vine from '@vinejs/vine'
import { amountFromZero, day, key, positiveAmount } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'
import { OVERRIDE_REASON_MIN } from '#app/sites/actions/override_approval'
import { APPROVAL_KINDS } from '#app/sites/approval_kinds'

const KINDS = keysOf(APPROVAL_KINDS)
const STEPS_MAX = 40

export const approvalValidator = vine.create({
  user_id: key(),
  kinds: vine.array(vine.enum(KINDS)).distinct().minLength(1),
  max_amount: positiveAmount().nullable().optional(),
  daily_limit: positiveAmount().nullable().optional(),
  category_ids: vine.array(key()).maxLength(50).optional(),
  active_from: day(),
  active_to: day().nullable().optional(),
  delegate_user_id: key().nullable().optional(),
  delegate_from: day().optional().requiredWhen('delegate_user_id', '>', 0),
  delegate_to: day().optional().requiredWhen('delegate_user_id', '>', 0),
})

export const policiesValidator = vine.create({
  policies: vine
    .array(
      vine.object({
        kind: vine.enum(KINDS).nullable(),
        from: amountFromZero(),
        required: vine.number().withoutDecimals().range([0, 5]),
        aggregate_days: vine.number().withoutDecimals().range([0, 30]),
        sla_hours: vine.number().withoutDecimals().range([1, 720]).nullable(),
      })
    )
    .maxLength(STEPS_MAX),
  reason: vine.string().trim().maxLength(500).nullable().optional(),
})

/** The questions of «¿Quién aprueba?». */
export const simulationValidator = vine.create({
  kind: vine.enum(KINDS),
  amount: amountFromZero(),
  category_id: key().nullable().optional(),
})

/** The emergency approval of a document, as its page showed it. */
export const overrideValidator = vine.create({
  fingerprint: vine.string().fixedLength(64),
  reason: vine.string().trim().minLength(OVERRIDE_REASON_MIN).maxLength(500),
})
