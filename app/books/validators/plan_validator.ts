import vine from '@vinejs/vine'
import { key } from '#app/kernel/http/validation_rules'

const name = () => vine.string().trim().minLength(2).maxLength(120)
/** The key of a company, or `outside`. */
const partner = () =>
  vine
    .string()
    .regex(/^(outside|[1-9]\d{0,15})$/)
    .nullable()
    .optional()
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
  partner: partner(),
})

export const ledgerAccountValidator = vine.create({
  name: name(),
  reconcilable: vine.boolean(),
  partner: partner(),
})

export const ledgerAccountStatusValidator = vine.create({
  active: vine.boolean(),
  reason: vine.string().trim().maxLength(300).nullable().optional(),
})

export const planTemplateValidator = vine.create({
  site_id: key(),
  plan: vine.enum(['normal', 'pymes'] as const),
})
