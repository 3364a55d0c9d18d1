import { oneRow, rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { approveCost } from '#app/legal/actions/move_cost'
import { openProcedure } from '#app/legal/actions/move_procedure'
import { addFiles } from '#app/legal/actions/procedure_files'
import { type CostInput, createCost } from '#app/legal/actions/save_cost'
import { createProcedure, type NewProcedure } from '#app/legal/actions/save_procedure'
import { paper } from '#tests/factories/contracts'
import { makeProvider } from '#tests/factories/documents'
import { makePaymentStage, type PaymentStage } from '#tests/factories/payments'
import { letApprove, makeUser } from '#tests/factories/people'
import type { TestTreasury } from '#tests/factories/sent_payments'

let sequence = 0

/** A company with money, senior accounting as who prepares, and three people who approve legal payments without limit. */
export async function makeLegalStage(): Promise<PaymentStage> {
  const stage = await makePaymentStage()
  for (const approver of stage.approvers) await letApprove(stage.siteId, approver, ['payment_legal'], null)
  return { ...stage, creator: await makeUser('superC0ntab1l1dad') }
}

/** The stage with a supplier of its own instead: what one is paid does not count for the other. */
export async function withNewPayee(stage: PaymentStage): Promise<PaymentStage> {
  return { ...stage, provider: await makeProvider(stage.person) }
}

/** Keys of phases of the catalogue by name. */
export async function phaseKeys(...names: string[]): Promise<number[]> {
  const found = await rows<{ id: number; name: string }>(
    `select id, name from phases where name = any(:names::text[])`,
    { names }
  )
  return names.map((name) => found.find((phase) => phase.name === name)?.id ?? 0)
}

/** A civil procedure in draft: «Demanda», «Juicio». */
export async function makeProcedure(
  { siteId, person }: Pick<PaymentStage, 'siteId' | 'person'>,
  given: Partial<NewProcedure> = {}
): Promise<number> {
  const { id } = await createProcedure(
    {
      siteId,
      kind: 'civil',
      title: 'Reclamación de cantidad',
      court: null,
      courtNumber: null,
      counterparty: 'Turoperadora del Norte, S.L.',
      role: 'claimant',
      lawyerProviderId: null,
      solicitorProviderId: null,
      claimMinor: 1_250_000,
      probability: null,
      expectedCloseOn: null,
      responsibleUserId: null,
      confidential: false,
      notes: null,
      phaseIds: await phaseKeys('Demanda', 'Juicio'),
      ...given,
    },
    person.actor
  )
  return id
}

/** The same, open. */
export async function makeOpenProcedure(
  stage: TestTreasury,
  given: Partial<NewProcedure> = {}
): Promise<number> {
  const id = await makeProcedure(stage, given)
  await openProcedure(id, stage.person.actor)
  return id
}

export const phasesOf = (procedureId: number) =>
  rows<{ id: number; name: string; status: string; position: number }>(
    `select id, name, status, position from legal_procedure_phases where procedure_id = :procedureId order by position`,
    { procedureId }
  )

/** A paper of a procedure; gives its key in it. */
export async function makePaper(stage: TestTreasury, procedureId: number, phaseId: number | null = null) {
  const file = {
    kind: 'invoice' as const,
    name: 'minuta.pdf',
    bytes: paper(),
    phaseId,
    confidential: false,
    replacesId: null,
  }
  await addFiles(procedureId, [file], stage.person.actor)
  const { id } = await oneRow<{ id: number }>(
    `select max(id) as id from legal_procedure_files where procedure_id = :procedureId`,
    { procedureId }
  )
  return id
}

/** A planned fee of the stage's supplier in the first phase, with its paper; each of another amount unless told. */
export async function makeCost(
  stage: TestTreasury,
  procedureId: number,
  given: Partial<CostInput> = {}
): Promise<number> {
  sequence++
  const [phase] = await phasesOf(procedureId)
  return createCost(
    procedureId,
    {
      phaseId: phase?.id ?? 0,
      concept: 'fee',
      description: `Minuta ${sequence}`,
      providerId: given.payeeIban ? null : stage.provider.id,
      payeeName: null,
      payeeIban: null,
      baseMinor: 40_000 + sequence,
      vatMinor: 0,
      withholdingMinor: 0,
      dueOn: addDays(today(), 3),
      depositTerm: null,
      expenseCode: null,
      documentId: await makePaper(stage, procedureId),
      ...given,
    },
    stage.person.actor
  )
}

/** The same, approved by somebody else. */
export async function makePayableCost(
  stage: PaymentStage,
  procedureId: number,
  given: Partial<CostInput> = {}
): Promise<number> {
  const costId = await makeCost(stage, procedureId, given)
  await approveCost({ procedureId, costId }, stage.creator.actor)
  return costId
}

export const costOf = (costId: number) =>
  oneRow<{ status: string; paidMinor: number; totalMinor: number }>(
    `select status, paid_minor, total_minor from legal_procedure_costs where id = :costId`,
    { costId }
  )

/** What the books of a company say of the accounts under a prefix, in cents. */
export async function bookOf(siteId: number, prefix: string): Promise<number> {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(l.amount_minor), 0)::bigint as minor from journal_lines l join ledger_accounts a on a.id = l.account_id where a.site_id = :siteId and a.code like :prefix || '%'`,
    { siteId, prefix }
  )
  return minor
}

/** An offset of all of a cost, or of so much, in cash unless told. */
export const offsetInput = (amountMinor: number, given: Record<string, unknown> = {}) => ({
  amountMinor,
  paidOn: today() as CalendarDate,
  method: 'cash' as const,
  reference: 'Recibo 14',
  lineId: null,
  counterAccountId: null,
  partnerIds: null,
  reason: null,
  proof: { name: 'recibo.pdf', bytes: paper() },
  ...given,
})
