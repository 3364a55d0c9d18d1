import vine from '@vinejs/vine'
import { day, key } from '#app/kernel/http/validation_rules'

const ENVIRONMENTS = ['sandbox_local', 'sandbox', 'live'] as const
/** Longer than any key in text form that a service asks for. */
const SECRET_LENGTH_MAX = 20_000

const fields = () => ({
  label: vine.string().trim().minLength(2).maxLength(80),
  environment: vine.enum(ENVIRONMENTS),
  base_url: vine.string().trim().maxLength(200).nullable().optional(),
  fee_account_id: key().nullable().optional(),
  credentials: vine.record(vine.string().maxLength(SECRET_LENGTH_MAX).nullable()).optional(),
  switches: vine.record(vine.boolean()).optional(),
  choices: vine.record(vine.string().trim().maxLength(100).nullable()).optional(),
})

export const newConnectionValidator = vine.create({ site_id: key(), ...fields() })

export const connectionValidator = vine.create({ ...fields(), lock_version: vine.number() })

export const pauseValidator = vine.create({ reason: vine.string().trim().minLength(5).maxLength(500) })

export const linkValidator = vine.create({ bank_account_id: key(), lines_from: day() })

export const credentialsValidator = vine.create({
  credentials: vine.record(vine.string().maxLength(SECRET_LENGTH_MAX).nullable()),
})
