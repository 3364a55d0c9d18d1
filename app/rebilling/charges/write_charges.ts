import { randomUUID } from 'node:crypto'
import { type Actor, recordEvents } from '#app/audit/record_event'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, today, yearOf } from '#app/kernel/time/calendar_date'
import type { Period } from '#app/rebilling/allocation/period'
import { REBILLING, type Settlement, type SourceType, type Treatment } from '#app/rebilling/rebilling_labels'

/** What of a cost a charge takes. */
export type ChargedCost = {
  sourceType: SourceType
  sourceId: number | null
  amountMinor: number
  accountCode: string
  categoryId: number | null
  concept: string
}

/** A charge that is not there yet; amounts in cents. */
export type NewCharge = {
  /** The same for all charges that one sum is shared out into. */
  splitId: string
  settingId: number | null
  originSiteId: number
  targetSiteId: number
  period: Period
  concept: string
  baseMinor: number
  markupMinor: number
  vatMinor: number
  totalMinor: number
  markupBasisPoints: number
  treatment: Treatment
  vatCodeId: number | null
  incomeAccount: string | null
  expenseAccount: string | null
  settlement: Settlement
  status: 'draft' | 'proposed'
  dueOn?: CalendarDate | null
  reversesId?: number | null
  correctsId?: number | null
  isChain?: boolean
  costs: readonly ChargedCost[]
  /** Who wrote what it was worked out by, beside its author and those of its rule. */
  authors?: readonly number[]
}

export const newSplit = (): string => randomUUID()

/** So many in one statement. */
const CHUNK = 400
const CONCEPT_MAX = 200

/**
 * Writes charges with their costs, in as many statements as it takes and not more; who made them is on record. Gives their keys
 * in the order given. The database refuses what costs do not have (CR001), a circle (CR005), and what does not add up.
 */
export async function writeCharges(
  charges: readonly NewCharge[],
  { createdBy, actor }: { createdBy: number | null; actor: Actor },
  trx: Transaction
): Promise<number[]> {
  if (charges.length === 0) return []
  const first = await takeNumbers(charges.length, trx)
  const numbered = charges.map((charge, index) => ({ charge, number: numberText(first + index) }))
  const keys: number[] = []
  for (let from = 0; from < numbered.length; from += CHUNK) {
    const chunk = numbered.slice(from, from + CHUNK)
    const ids = await insertCharges(chunk, createdBy, trx)
    await insertCosts(
      chunk.map(({ charge }) => charge),
      ids,
      trx
    )
    await noteAuthors(
      chunk.map(({ charge }) => charge),
      ids,
      trx
    )
    await recordEvents(
      chunk.map(({ charge, number }, index) => ({
        actor,
        objectType: REBILLING,
        objectId: ids[index] ?? null,
        siteId: charge.originSiteId,
        event: charge.status === 'proposed' ? 'rebilling.proposed' : 'rebilling.created',
        to: charge.status,
        reason: number,
      })),
      trx
    )
    keys.push(...ids)
  }
  return keys
}

const numberText = (sequence: number) => `RF-${yearOf(today())}-${String(sequence).padStart(4, '0')}`

/** The first of so many numbers of this year. */
async function takeNumbers(count: number, trx: Transaction): Promise<number> {
  const { last } = await oneRow<{ last: number }>(
    `insert into rebilling_numbers as n (year, last_number) values (:year, :count) on conflict (year) do update set last_number = n.last_number + :count returning last_number as last`,
    { year: yearOf(today()), count },
    trx
  )
  return last - count + 1
}

async function insertCharges(
  chunk: readonly { charge: NewCharge; number: string }[],
  createdBy: number | null,
  trx: Transaction
): Promise<number[]> {
  const made = await rows<{ id: number; number: string }>(
    `insert into rebilling_transactions (number, split_id, setting_id, origin_site_id, target_site_id, period_from, period_to, concept, base_minor, markup_minor, vat_minor, total_minor,
        markup_basis_points, treatment, vat_code_id, income_account, expense_account, settlement, status, due_on, reverses_id, corrects_id, is_chain, created_by, updated_by)
     select number, split_id, setting_id, origin_site_id, target_site_id, period_from, period_to, concept, base_minor, markup_minor, vat_minor, total_minor,
        markup_basis_points, treatment, vat_code_id, income_account, expense_account, settlement, status, due_on, reverses_id, corrects_id, is_chain, :createdBy::bigint, :createdBy::bigint
       from jsonb_to_recordset(:charges::jsonb) as c(number text, split_id uuid, setting_id bigint, origin_site_id bigint, target_site_id bigint, period_from date, period_to date, concept text,
         base_minor bigint, markup_minor bigint, vat_minor bigint, total_minor bigint, markup_basis_points int, treatment text, vat_code_id bigint, income_account text, expense_account text,
         settlement text, status text, due_on date, reverses_id bigint, corrects_id bigint, is_chain boolean)
     returning id, number`,
    { createdBy, charges: JSON.stringify(chunk.map(chargeRow)) },
    trx
  )
  const ids = new Map(made.map(({ id, number }) => [number, id]))
  return chunk.map(({ number }) => found(ids.get(number)))
}

function chargeRow({ charge, number }: { charge: NewCharge; number: string }) {
  return {
    number,
    split_id: charge.splitId,
    setting_id: charge.settingId,
    origin_site_id: charge.originSiteId,
    target_site_id: charge.targetSiteId,
    period_from: charge.period.from,
    period_to: charge.period.to,
    concept: charge.concept.slice(0, CONCEPT_MAX),
    base_minor: charge.baseMinor,
    markup_minor: charge.markupMinor,
    vat_minor: charge.vatMinor,
    total_minor: charge.totalMinor,
    markup_basis_points: charge.markupBasisPoints,
    treatment: charge.treatment,
    vat_code_id: charge.vatCodeId,
    income_account: charge.incomeAccount,
    expense_account: charge.expenseAccount,
    settlement: charge.settlement,
    status: charge.status,
    due_on: charge.dueOn ?? null,
    reverses_id: charge.reversesId ?? null,
    corrects_id: charge.correctsId ?? null,
    is_chain: charge.isChain ?? false,
  }
}

/** Costs of charges whose keys are known. One statement: the database holds them against what there is once, whatever their number. */
export async function insertCosts(
  charges: readonly Pick<NewCharge, 'costs'>[],
  ids: readonly number[],
  trx: Transaction
): Promise<void> {
  const costs = charges.flatMap(({ costs: own }, index) =>
    own
      .filter(({ amountMinor }) => amountMinor !== 0)
      .map((cost) => ({
        transaction_id: found(ids[index]),
        source_type: cost.sourceType,
        source_id: cost.sourceId,
        amount_minor: cost.amountMinor,
        account_code: cost.accountCode,
        category_id: cost.categoryId,
        concept: cost.concept,
      }))
  )
  await execute(
    `insert into rebilling_sources (transaction_id, source_type, source_id, amount_minor, account_code, category_id, concept)
     select * from jsonb_to_recordset(:costs::jsonb) as c(transaction_id bigint, source_type text, source_id bigint, amount_minor bigint, account_code text, category_id bigint, concept text)`,
    { costs: JSON.stringify(costs) },
    trx
  )
}

async function noteAuthors(
  charges: readonly NewCharge[],
  ids: readonly number[],
  trx: Transaction
): Promise<void> {
  const hands = charges.flatMap(({ authors = [] }, index) =>
    authors.map((userId) => ({ id: found(ids[index]), userId }))
  )
  if (hands.length === 0) return
  await execute(
    `insert into document_hands (document_type, document_id, user_id, act)
     select '${REBILLING}', h.id, h.user_id, 'wrote' from unnest(:ids::bigint[], :userIds::bigint[]) as h(id, user_id) on conflict do nothing`,
    { ids: hands.map(({ id }) => id), userIds: hands.map(({ userId }) => userId) },
    trx
  )
}

function found(id: number | undefined): number {
  if (id === undefined) throw new Error('A charge was written without a key')
  return id
}
