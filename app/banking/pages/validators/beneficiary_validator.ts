import vine from '@vinejs/vine'
import { key } from '#app/kernel/http/validation_rules'

const currency = () => vine.string().fixedLength(3).toUpperCase()
const country = () => vine.string().fixedLength(2).toUpperCase().nullable().optional()
const kind = () => vine.string().trim().maxLength(80).nullable().optional()
const values = () => vine.record(vine.string().trim().maxLength(500).nullable())

/** What the fields of a new beneficiary are asked for with. */
export const beneficiaryFormValidator = vine.create({
  currency: currency(),
  country: country(),
  kind: kind(),
  values: values().optional(),
})

export const newBeneficiaryValidator = vine.create({
  currency: currency(),
  country: country(),
  kind: vine.string().trim().maxLength(80),
  name: vine.string().trim().minLength(2).maxLength(140),
  email: vine.string().trim().email().maxLength(120).nullable().optional(),
  /** What its payments usually say. */
  reference: vine.string().trim().maxLength(100).nullable().optional(),
  values: values(),
})

/** Of what was shown to whoever answers for a beneficiary. */
export const verificationValidator = vine.create({ fingerprint: vine.string().fixedLength(64) })

export const waitValidator = vine.create({ reason: vine.string().trim().minLength(5).maxLength(500) })

export const supplierValidator = vine.create({ provider_bank_id: key().nullable().optional() })
