import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import { amount, day } from '#app/kernel/http/validation_rules'
import { normalizeTaxId, taxIdProblem } from '#app/kernel/identifiers/tax_id'

const spanishTaxId = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const problem = taxIdProblem(String(value))
  if (problem) field.report(problem, 'taxId', field)
  else field.mutate(normalizeTaxId(String(value)), field)
})

const anyTaxId = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const taxId = normalizeTaxId(String(value))
  if (/^[A-Z0-9]{5,20}$/.test(taxId)) field.mutate(taxId, field)
  else field.report('Introduzca el NIF o número de IVA, sin espacios.', 'taxId', field)
})

const document = () => vine.file({ size: '10mb' })

export const publicInvoiceValidator = vine.create({
  stamp: vine.string().maxLength(1000),
  work: vine.string().maxLength(40).nullable().optional(),
  /** No person sees this field: who fills it in is a program. */
  website: vine.string().maxLength(500).nullable().optional(),
  empresa: vine.string().maxLength(100).nullable().optional(),
  customer_tax_id: vine
    .string()
    .trim()
    .use(spanishTaxId())
    .nullable()
    .optional()
    .requiredIfMissing('empresa'),
  provider_tax_id: vine.string().trim().use(anyTaxId()),
  provider_name: vine.string().trim().minLength(2).maxLength(160),
  email: vine.string().trim().toLowerCase().email().maxLength(254),
  invoice_number: vine.string().trim().minLength(1).maxLength(60),
  issued_on: day(),
  total: amount(),
  concept: vine.string().trim().maxLength(200).nullable().optional(),
  file: document(),
  attachments: vine.array(document()).maxLength(5).optional(),
  privacy: vine.accepted(),
})

export const receiptValidator = vine.create({
  email: vine.string().trim().toLowerCase().email().maxLength(254),
})
