import vine from '@vinejs/vine'
import { key } from '#app/kernel/http/validation_rules'

const name = () => vine.string().trim().minLength(2).maxLength(120)
const digits = () =>
  vine
    .string()
    .trim()
    .regex(/^\d{1,12}$/)

export const newSubaccountValidator = vine.create({
  site_id: key(),
  parent: digits(),
  code: digits(),
  name: name(),
  reconcilable: vine.boolean().nullable().optional(),
})

export const ledgerAccountValidator = vine.create({ name: name(), reconcilable: vine.boolean() })

export const ledgerAccountStatusValidator = vine.create({
  active: vine.boolean(),
  reason: vine.string().trim().maxLength(300).nullable().optional(),
})

export const planTemplateValidator = vine.create({
  site_id: key(),
  plan: vine.enum(['normal', 'pymes'] as const),
})
