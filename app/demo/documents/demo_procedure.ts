import type { Actor } from '#app/audit/record_event'
import { oneRow, rows } from '#app/kernel/database/sql'
import { reportPdf } from '#app/kernel/documents/pdf_report'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { approveCost } from '#app/legal/actions/move_cost'
import { addFiles } from '#app/legal/actions/procedure_files'
import { type CostInput, createCost } from '#app/legal/actions/save_cost'
import { createProcedure, type NewProcedure } from '#app/legal/actions/save_procedure'
import type { ProcedureKind } from '#app/legal/legal_labels'

/** Who does what in the demo, on which day, and the lawyer of all matters. */
export type Hands = { senior: Actor; lead: Actor; day: CalendarDate; lawyerId: number }
type Pleading = Pick<
  NewProcedure,
  'title' | 'court' | 'courtNumber' | 'counterparty' | 'role' | 'claimMinor' | 'probability'
> & {
  kind: ProcedureKind
  confidential?: boolean
}

const PAPERS = 'Documento de demostración'

/** A matter that is not opened yet, with the phases of its kind. */
export async function makeDraft(
  siteId: number,
  hands: Hands,
  { kind, confidential = false, ...pleading }: Pleading
): Promise<number> {
  const template = await rows<{ id: number }>(
    `select id from phases where active and :kind = any(procedure_kinds) order by position`,
    { kind }
  )
  const { id } = await createProcedure(
    {
      ...pleading,
      siteId,
      kind,
      confidential,
      lawyerProviderId: hands.lawyerId,
      solicitorProviderId: null,
      expectedCloseOn: addDays(hands.day, 240),
      responsibleUserId: confidential ? hands.lead.userId : hands.senior.userId,
      notes: null,
      phaseIds: template.map((phase) => phase.id),
    },
    confidential ? hands.lead : hands.senior
  )
  return id
}

/** What a phase and a cost have not, unless told. */
export const noPlan = {
  plannedStart: null,
  plannedEnd: null,
  deadlineOn: null,
  plannedCostMinor: 0,
  notes: null,
}
export const noCost = {
  providerId: null,
  payeeName: null,
  payeeIban: null,
  vatMinor: 0,
  withholdingMinor: 0,
  depositTerm: null,
  expenseCode: null,
}

/** A cost that senior accounting writes and an approver approves. */
export async function makeCost(
  procedureId: number,
  cost: CostInput & { phaseId: number },
  hands: Hands
): Promise<number> {
  const costId = await createCost(procedureId, cost, hands.senior)
  await approveCost({ procedureId, costId }, hands.lead)
  return costId
}

/** The phases of a procedure, in their order. */
export const phasesOf = (procedureId: number) =>
  rows<{ id: number }>(
    `select id from legal_procedure_phases where procedure_id = :procedureId order by position`,
    {
      procedureId,
    }
  )

/** A page that says what it stands for. */
export const paper = (title: string) => reportPdf([], { title, subtitle: PAPERS, printed: PAPERS })

/** Papers of a phase; gives their keys in the procedure, in their order. */
export async function attach(
  procedureId: number,
  phaseId: number,
  titles: string[],
  hands: Hands
): Promise<number[]> {
  const keys: number[] = []
  for (const title of titles) {
    const name = `${title.toLowerCase().replaceAll(' ', '-')}.pdf`
    const upload = {
      kind: 'writ' as const,
      name,
      bytes: await paper(title),
      phaseId,
      confidential: false,
      replacesId: null,
    }
    await addFiles(procedureId, [upload], hands.senior)
    const { id } = await oneRow<{ id: number }>(
      `select max(id) as id from legal_procedure_files where procedure_id = :procedureId`,
      { procedureId }
    )
    keys.push(id)
  }
  return keys
}
