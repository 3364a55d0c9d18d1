import vine from '@vinejs/vine'
import type { FieldContext, Infer } from '@vinejs/vine/types'
import { TEMPLATE_KINDS } from '#app/expenses/actions/write_emails'
import { CATEGORY_KEYS, DOCUMENT_KIND_KEYS, PER_DIEM_KEYS } from '#app/expenses/expense_categories'
import { LINES_MAX } from '#app/expenses/prepare_lines'
import { amountFromZero, day, iban, key, positiveAmount } from '#app/kernel/http/validation_rules'
import { normalizeTaxId, taxIdProblem } from '#app/kernel/identifiers/tax_id'
import { keysOf } from '#app/kernel/text/labels'
import { OVERRIDE_REASON_MIN } from '#app/sites/actions/override_approval'

const spanishTaxId = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const problem = taxIdProblem(String(value))
  if (problem) field.report('El NIF no es válido.', 'taxId', field)
  else field.mutate(normalizeTaxId(String(value)), field)
})

const FOREIGN_ID = /^[A-Z0-9]{5,20}$/

const anyTaxId = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const taxId = normalizeTaxId(String(value))
  if (FOREIGN_ID.test(taxId)) field.mutate(taxId, field)
  else field.report('El NIF no es válido.', 'taxId', field)
})

/** What a form sends of a tick that is set. */
const TICKED: readonly unknown[] = [true, 'true', '1', 1, 'on']

/** A Spanish number with its control right, or a passport or number of another country where the form says so. */
const claimantTaxId = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const taxId = normalizeTaxId(String(value))
  const isForeign = TICKED.includes((field.parent as Record<string, unknown>).is_foreign_id)
  if (isForeign && !FOREIGN_ID.test(taxId))
    field.report('El número de documento no es válido.', 'foreignId', field)
  else if (!isForeign && taxIdProblem(taxId)) field.report('El NIF no es válido.', 'taxId', field)
  else field.mutate(taxId, field)
})

/** The number of the country that the form names: a Spanish NIF, or what identifies a company elsewhere. */
const supplierTaxId = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const taxId = normalizeTaxId(String(value))
  const { country } = field.parent as { country?: unknown }
  const isSpanish = !country || country === 'ES'
  if (isSpanish ? taxIdProblem(taxId) : !FOREIGN_ID.test(taxId))
    field.report(isSpanish ? 'El NIF no es válido.' : 'El número fiscal no es válido.', 'taxId', field)
  else field.mutate(taxId, field)
})

const kilometres = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const km = String(value).trim().replace(',', '.')
  if (/^\d{1,5}(\.\d)?$/.test(km)) field.mutate(km, field)
  else field.report('Indique los kilómetros, con un decimal como mucho.', 'km', field)
})

const text = (max: number) => vine.string().trim().maxLength(max).nullable().optional()

const line = () =>
  vine.object({
    spent_on: day(),
    category: vine.enum(CATEGORY_KEYS),
    concept: vine.string().trim().minLength(2).maxLength(200),
    document_kind: vine.enum(DOCUMENT_KIND_KEYS),
    supplier_name: text(120),
    supplier_tax_id: vine.string().trim().use(anyTaxId()).nullable().optional(),
    invoice_number: text(60),
    currency: vine.string().fixedLength(3).toUpperCase().optional(),
    total: positiveAmount({ currencyField: 'currency' }).nullable().optional(),
    vat: amountFromZero().nullable().optional(),
    vat_rate: vine.number().withoutDecimals().range([0, 10_000]).nullable().optional(),
    km: vine.string().use(kilometres()).nullable().optional(),
    per_diem_kind: vine.enum(PER_DIEM_KEYS).nullable().optional(),
    days: vine.number().withoutDecimals().range([1, 60]).nullable().optional(),
    /** Places of its receipts among `files`. */
    files: vine
      .array(vine.number().withoutDecimals().range([0, 19]))
      .maxLength(20)
      .optional(),
  })

/** «33,33», in basis points: two decimals, as an amount has. */
const percentage = positiveAmount

const files = () =>
  vine
    .array(vine.file({ size: '12mb' }))
    .maxLength(40)
    .optional()

const noteFields = () => ({
  title: vine.string().trim().minLength(3).maxLength(120),
  purpose: text(1000),
  lines: vine.array(line()).minLength(1).maxLength(LINES_MAX),
  files: files(),
})

const formGuards = () => ({
  stamp: vine.string().maxLength(1000),
  work: vine.string().maxLength(40).nullable().optional(),
  /** No person sees this field: who fills it in is a program. */
  website: vine.string().maxLength(500).nullable().optional(),
  privacy: vine.accepted(),
})

export const publicNoteValidator = vine.create({
  ...formGuards(),
  empresa: vine.string().maxLength(100).nullable().optional(),
  site_tax_id: vine.string().trim().use(spanishTaxId()).nullable().optional().requiredIfMissing('empresa'),
  name: vine.string().trim().minLength(2).maxLength(120),
  is_foreign_id: vine.boolean().optional(),
  tax_id: vine.string().trim().use(claimantTaxId()),
  email: vine.string().trim().toLowerCase().email().maxLength(254),
  iban: iban(),
  ...noteFields(),
})

export const internalNoteValidator = vine.create({
  employee_id: key().nullable().optional(),
  iban: iban().nullable().optional(),
  ...noteFields(),
})

export const publicProviderValidator = vine.create({
  ...formGuards(),
  name: vine.string().trim().minLength(2).maxLength(160),
  country: vine
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  tax_id: vine.string().trim().use(supplierTaxId()),
  email: vine.string().trim().toLowerCase().email().maxLength(254),
  phone: text(30),
  address: vine.string().trim().minLength(5).maxLength(300),
  activity: text(200),
  iban: iban(),
  certificate: vine.file({ size: '12mb' }),
})

export const readingValidator = vine.create({
  stamp: vine.string().maxLength(1000).nullable().optional(),
  file: vine.file({ size: '12mb' }),
})
export const lookupValidator = vine.create({
  number: vine.string().trim().toUpperCase().maxLength(20),
  tax_id: vine.string().trim().use(anyTaxId()),
})
export const answerValidator = vine.create({ text: text(2000), files: files() })
export const cancelValidator = vine.create({ reason: text(500) })
export const reasonValidator = vine.create({ reason: vine.string().trim().maxLength(1000) })
const decided = () => ({
  fingerprint: vine.string().fixedLength(64),
  confirm_duplicate: vine.boolean().optional(),
  reductions: vine
    .array(vine.object({ line_id: key(), approved: amountFromZero(), comment: text(300) }))
    .maxLength(LINES_MAX)
    .optional(),
})
export const approvalValidator = vine.create({ ...decided(), comment: text(500) })
export type GivenReductions = Infer<typeof approvalValidator>['reductions']
/** The emergency approval of a note, as its page showed it. */
export const noteOverrideValidator = vine.create({
  ...decided(),
  reason: vine.string().trim().minLength(OVERRIDE_REASON_MIN).maxLength(500),
})
export const assignmentValidator = vine.create({
  site_id: key(),
  employee_id: key().nullable().optional(),
  provider_id: key().nullable().optional(),
  lock_version: vine.number().withoutDecimals().min(0),
})
export const lineEditValidator = vine.create({
  category: vine.enum(CATEGORY_KEYS),
  document_kind: vine.enum(DOCUMENT_KIND_KEYS),
  supplier_tax_id: vine.string().trim().use(anyTaxId()).nullable().optional(),
  invoice_number: text(60),
  vat: amountFromZero().nullable().optional(),
  vat_code_id: key().nullable().optional(),
  expense_account_id: key().nullable().optional(),
  site_id: key().nullable().optional(),
  approved: amountFromZero(),
  comment: text(300),
  lock_version: vine.number().withoutDecimals().min(0),
})
export const rebillingValidator = vine.create({
  /** A rule says who bears what, or the shares do. */
  setting_id: key().nullable().optional(),
  treatment: vine.string().trim().maxLength(20).nullable().optional(),
  vat_code_id: key().nullable().optional(),
  shares: vine
    .array(
      vine.object({ site_id: key(), amount: positiveAmount().optional(), percent: percentage().optional() })
    )
    .maxLength(50)
    .optional()
    .requiredIfMissing('setting_id'),
})
export const emailValidator = vine.create({
  to: vine.string().trim().email().maxLength(254),
  cc: vine.string().trim().email().maxLength(254).nullable().optional(),
  template_id: key().nullable().optional(),
  subject: vine.string().trim().minLength(3).maxLength(150),
  body: vine.string().trim().minLength(3).maxLength(5000),
  receipt_ids: vine.array(key()).maxLength(20).optional(),
})
export const templateValidator = vine.create({
  kind: vine.enum(keysOf(TEMPLATE_KINDS)),
  name: vine.string().trim().minLength(2).maxLength(80),
  subject: vine.string().trim().minLength(3).maxLength(150),
  body: vine.string().trim().minLength(3).maxLength(5000),
  is_active: vine.boolean(),
})
export const perDiemValidator = vine.create({
  site_id: key().nullable().optional(),
  kind: vine.enum(PER_DIEM_KEYS),
  valid_from: day(),
  amount: positiveAmount(),
})
export const legalLimitValidator = vine.create({
  kind: vine.enum(['kilometre', ...PER_DIEM_KEYS] as const),
  valid_from: day(),
  amount: positiveAmount(),
  source: vine.string().trim().minLength(4).maxLength(120),
})
/** Two euros a kilometre. */
const KM_RATE_MAX = 200

export const policyValidator = vine.create({
  site_id: key().nullable().optional(),
  category: vine.enum(CATEGORY_KEYS).nullable().optional(),
  max_per_line: positiveAmount().nullable().optional(),
  max_per_day: positiveAmount().nullable().optional(),
  km_rate: positiveAmount({ max: KM_RATE_MAX }).nullable().optional(),
  receipt_required_above: amountFromZero().nullable().optional(),
  months_back: vine.number().withoutDecimals().range([1, 12]).nullable().optional(),
})
