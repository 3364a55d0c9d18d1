import vine from '@vinejs/vine'
import { CONTRACT_TYPES, DOCUMENT_KINDS, VERIFICATION_METHODS } from '#app/employees/employee_labels'
import { amountFromZero, day, key, positiveAmount } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'

const text = (max: number) => vine.string().trim().maxLength(max).nullable().optional()
const email = () => vine.string().trim().email().maxLength(254).nullable().optional()
const firstName = () => vine.string().trim().minLength(1).maxLength(80)
const lastName = () => vine.string().trim().minLength(1).maxLength(120)
const version = () => vine.number().withoutDecimals()

export const createEmployeeValidator = vine.create({
  first_name: firstName(),
  last_name: lastName(),
  tax_id: vine.string().trim().maxLength(20),
  site_id: key(),
  started_on: day(),
  iban: text(42),
  email: email(),
  position: text(120),
})

export const employeeDataValidator = vine.create({
  lock_version: version(),
  code: vine
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9._-]{1,20}$/),
  first_name: firstName(),
  last_name: lastName(),
  tax_id: vine.string().trim().maxLength(20),
  social_security_no: text(24),
  birth_date: day().nullable().optional(),
  email: email(),
  phone: text(40),
  address: text(300),
  user_id: key().nullable().optional(),
})

export const contractValidator = vine.create({
  lock_version: version(),
  position: text(120),
  department: text(120),
  center_id: key().nullable().optional(),
  manager_id: key().nullable().optional(),
  contract_type: vine.enum(keysOf(CONTRACT_TYPES)).nullable().optional(),
  started_on: day(),
  hours_week: vine.number().range([0.5, 60]).decimal([0, 2]).nullable().optional(),
  expense_limit: amountFromZero().nullable().optional(),
})

export const salaryValidator = vine.create({
  lock_version: version(),
  gross_yearly: positiveAmount().nullable().optional(),
  net_monthly: positiveAmount().nullable().optional(),
  payments_per_year: vine.enum(['12', '14'] as const),
  irpf_percent: vine.number().range([0, 47]).decimal([0, 2]).nullable().optional(),
})

export const revealValidator = vine.create({
  what: vine.enum(['salary', 'iban'] as const),
  bank_id: key().optional(),
})

export const bankValidator = vine.create({
  iban: vine.string().trim().maxLength(42),
  bic: text(11),
  holder_name: vine.string().trim().minLength(2).maxLength(140),
  is_confirmed: vine.boolean().optional(),
})
export const verificationValidator = vine.create({ method: vine.enum(keysOf(VERIFICATION_METHODS)) })
export const reasonValidator = vine.create({ reason: text(500) })

export const absenceValidator = vine.create({
  starts_on: day(),
  ends_on: day().nullable().optional(),
  reason: text(500),
})
export const returnValidator = vine.create({ returns_on: day(), reason: text(500) })
export const terminationValidator = vine.create({
  ended_on: day(),
  has_settlement: vine.boolean(),
  reason: text(500),
  confirm_notes: vine.boolean().optional(),
})
export const rehireValidator = vine.create({ started_on: day(), reason: text(500) })

export const documentValidator = vine.create({
  file: vine.file(),
  kind: vine.enum(keysOf(DOCUMENT_KINDS)),
})
