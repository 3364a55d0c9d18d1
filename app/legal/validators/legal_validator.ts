import vine from '@vinejs/vine'
import { amountFromZero, day, iban, key, positiveAmount } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'
import {
  COST_CONCEPTS,
  FILE_KINDS,
  OFFSET_METHODS,
  PARTY_ROLES,
  PHASE_COLOURS,
  PROBABILITIES,
  PROCEDURE_KINDS,
  TERMS,
} from '#app/legal/legal_labels'

const text = (min: number, max: number) => vine.string().trim().minLength(min).maxLength(max)
const optional = (max: number) => vine.string().trim().maxLength(max).nullable().optional()
const version = () => vine.number().withoutDecimals().min(0)
const ids = () => vine.array(key()).minLength(1).maxLength(200)

const phaseFields = {
  name: text(2, 80),
  procedure_kinds: vine
    .array(vine.enum(keysOf(PROCEDURE_KINDS)))
    .minLength(1)
    .distinct(),
  default_days: vine.number().withoutDecimals().range([1, 3650]).nullable().optional(),
  default_amount: amountFromZero().nullable().optional(),
  requires_file: vine.boolean().optional(),
  requires_payment: vine.boolean().optional(),
  colour: vine.enum(keysOf(PHASE_COLOURS)),
  active: vine.boolean().optional(),
}
export const createPhaseValidator = vine.create(phaseFields)
export const updatePhaseValidator = vine.create({ ...phaseFields, lock_version: version() })
export const orderValidator = vine.create({ ids: ids(), shown_ids: ids() })

/** What is claimed may be more than is ever paid: 99.999.999.999,99. */
const CLAIM_MAX = 9_999_999_999_999

const procedureFields = {
  kind: vine.enum(keysOf(PROCEDURE_KINDS)),
  title: text(3, 160),
  court: optional(120),
  court_number: optional(40),
  counterparty: optional(160),
  role: vine.enum(keysOf(PARTY_ROLES)),
  lawyer_provider_id: key().nullable().optional(),
  solicitor_provider_id: key().nullable().optional(),
  claim: amountFromZero({ max: CLAIM_MAX }).nullable().optional(),
  probability: vine.enum(keysOf(PROBABILITIES)).nullable().optional(),
  expected_close_on: day().nullable().optional(),
  responsible_user_id: key().nullable().optional(),
  confidential: vine.boolean().optional(),
  notes: optional(4000),
}
export const createProcedureValidator = vine.create({
  site_id: key(),
  phase_ids: vine.array(key()).maxLength(60).distinct().optional(),
  ...procedureFields,
})
export const updateProcedureValidator = vine.create({ ...procedureFields, lock_version: version() })

export const reasonValidator = vine.create({ reason: optional(500) })
export const closingValidator = vine.create({
  outcome: text(3, 500),
  used_amount: amountFromZero().nullable().optional(),
})

const planFields = {
  planned_start: day().nullable().optional(),
  planned_end: day().nullable().optional(),
  deadline_on: day().nullable().optional(),
  planned_cost: amountFromZero().nullable().optional(),
  notes: optional(2000),
}
export const addPhaseValidator = vine.create({
  phase_id: key(),
  position: vine.number().withoutDecimals().range([1, 200]).nullable().optional(),
  ...planFields,
})
export const planPhaseValidator = vine.create(planFields)

const costFields = {
  concept: vine.enum(keysOf(COST_CONCEPTS)),
  description: text(3, 120),
  provider_id: key().nullable().optional(),
  payee_name: optional(70),
  payee_iban: iban().nullable().optional(),
  base: amountFromZero(),
  vat: amountFromZero().nullable().optional(),
  withholding: amountFromZero().nullable().optional(),
  due_on: day(),
  deposit_term: vine.enum(keysOf(TERMS)).nullable().optional(),
  expense_account: vine
    .string()
    .trim()
    .regex(/^6\d{2,11}$/)
    .nullable()
    .optional(),
  document_id: key().nullable().optional(),
}
export const createCostValidator = vine.create({ phase_id: key(), ...costFields })
export const updateCostValidator = vine.create(costFields)

export const filesValidator = vine.create({
  files: vine.array(vine.file()).minLength(1).maxLength(20),
  kind: vine.enum(keysOf(FILE_KINDS)),
  phase_id: key().nullable().optional(),
  confidential: vine.boolean().optional(),
  replaces_id: key().nullable().optional(),
})

export const offsetValidator = vine.create({
  amount: positiveAmount(),
  paid_on: day(),
  method: vine.enum(keysOf(OFFSET_METHODS)),
  reference: text(2, 120),
  bank_statement_line_id: key().nullable().optional(),
  counter_account_id: key().nullable().optional(),
  reason: optional(500),
  files: vine.array(vine.file()).minLength(1).maxLength(1),
})

export const provisionValidator = vine.create({
  amount: amountFromZero(),
  term: vine.enum(keysOf(TERMS)),
  expense_account: vine
    .string()
    .trim()
    .regex(/^6\d{2,11}$/)
    .nullable()
    .optional(),
  reason: optional(500),
})

export const augustValidator = vine.create({ is_august_off: vine.boolean() })
