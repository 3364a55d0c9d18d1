import vine from '@vinejs/vine'
import { day, key } from '#app/kernel/http/validation_rules'

const SITES_MAX = 500
const ALARMS_MAX = 500
const RULES_MAX = 60

const severity = () => vine.enum(['info', 'warning', 'high', 'blocking'] as const)
const judgement = {
  outcome: vine.enum(['resolved', 'false_positive', 'snoozed'] as const),
  reason: vine.string().trim().minLength(10).maxLength(500),
  snoozed_until: day().nullable().optional(),
}

export const auditRunValidator = vine.create({
  site_ids: vine.array(key()).maxLength(SITES_MAX).optional(),
  from: day(),
  to: day(),
  provider_ids: vine.array(key()).maxLength(SITES_MAX).optional(),
  rules: vine.array(vine.string().maxLength(3)).maxLength(RULES_MAX).optional(),
  with_paid: vine.boolean().optional(),
})
export const judgeAlarmValidator = vine.create(judgement)
export const judgeAlarmsValidator = vine.create({
  ids: vine.array(key()).minLength(1).maxLength(ALARMS_MAX),
  ...judgement,
})
export const assignAlarmsValidator = vine.create({
  ids: vine.array(key()).minLength(1).maxLength(ALARMS_MAX),
  user_id: key().nullable(),
})
/** What a rule may hold is checked by the rule itself: each has parameters of its own. */
export const auditRuleValidator = vine.create({
  severity: severity(),
  enabled: vine.boolean(),
  site_ids: vine.array(key()).maxLength(SITES_MAX).optional(),
  values: vine.object({}).allowUnknownProperties(),
  version: vine.number().withoutDecimals(),
})
