import vine from '@vinejs/vine'
import { ROLES } from '#app/identity/roles'
import { key } from '#app/kernel/http/validation_rules'

const fields = {
  name: vine.string().trim().minLength(2).maxLength(80),
  email: vine.string().trim().toLowerCase().email().maxLength(200),
  role: vine.enum(ROLES),
  all_sites: vine.boolean(),
  site_ids: vine.array(key()).maxLength(500).optional(),
  shared_inbox: vine.boolean(),
}

export const createUserValidator = vine.create(fields)

export const updateUserValidator = vine.create({ ...fields, lock_version: vine.number().withoutDecimals() })

/** The newest change that was shown: a later one is looked at again. */
export const confirmUserValidator = vine.create({ last_change_id: key() })

export const userReasonValidator = vine.create({
  reason: vine.string().trim().maxLength(500).nullable().optional(),
})
