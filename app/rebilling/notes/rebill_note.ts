import { type Actor, SYSTEM } from '#app/audit/record_event'
import type { MarkedNote, NoteShare } from '#app/expenses/ports'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { shareOut } from '#app/kernel/money/share_out'
import { today } from '#app/kernel/time/calendar_date'
import { periodOf, periodText } from '#app/rebilling/allocation/period'
import { shareOutByRule } from '#app/rebilling/allocation/share_by_rule'
import { createCharges, type NewCharges } from '#app/rebilling/charges/create_charges'
import { keyValues } from '#app/rebilling/keys/key_values'
import { TREATMENTS, type Treatment } from '#app/rebilling/rebilling_labels'
import { findRule, type Rule } from '#app/rebilling/settings/rule'

/** How a rule of a company shares an amount out, its own part left out. Throws E_NO_KEY, and at `setting_id`. */
export async function shareNoteByRule(
  { settingId, siteId, amountMinor }: { settingId: number; siteId: number; amountMinor: number },
  trx: Transaction
): Promise<NoteShare[]> {
  const rule = await ruleOf(settingId, siteId, trx)
  const period = periodOf('monthly', today())
  const siteIds = rule.targets.map((target) => target.siteId)
  const key = rule.allocationKey
  const keyed = key === null ? null : await keyValues({ key, period, siteIds }, trx)
  return shareOutByRule(amountMinor, {
    ...rule,
    ...(keyed ? { values: keyed.values } : {}),
    keyText: key ?? '',
    periodText: periodText(period),
  }).filter((part) => part.siteId !== siteId && part.amountMinor > 0)
}

async function ruleOf(settingId: number, siteId: number, trx: Transaction): Promise<Rule> {
  const rule = await findRule(settingId, trx)
  if (!rule || rule.originSiteId !== siteId)
    throw new DomainError('E_RULE', 'Elija una regla de la empresa que paga la nota.', {
      field: 'setting_id',
    })
  return rule
}

type Marked = MarkedNote & { authors?: readonly number[] }

/**
 * Makes the charges of a note: each company bears of its cost (net of the tax that is deducted) the part that it has of what was
 * approved. A rule does not share the note out again. Throws E_REBILLED, and at `shares`, `treatment` and `vat_code_id`.
 */
export async function chargeNote(marked: Marked, actor: Actor, trx: Transaction): Promise<void> {
  const costs = await rows<{ sourceId: number; baseMinor: number; version: number }>(
    `select source_id, base_minor, version from rebillable_costs where source_type = 'expense_note_line' and document_id = :noteId and site_id = :siteId order by source_id`,
    { noteId: marked.id, siteId: marked.siteId },
    trx
  )
  if (await isNoteCharged(marked.id, trx)) throw new DomainError('E_REBILLED', 'La nota ya está refacturada.')
  const baseMinor = costs.reduce((sum, cost) => sum + cost.baseMinor, 0)
  const targets = partsOf(marked, baseMinor)
  if (targets.length > 0)
    await createCharges(
      {
        ...(await termsOf(marked, trx)),
        originSiteId: marked.siteId,
        chargedOn: today(),
        concept: `Nota de gastos ${marked.name}`.slice(0, 200),
        costs: costs.map(({ sourceId }) => ({
          sourceType: 'expense_note_line' as const,
          sourceId,
          amountMinor: null,
        })),
        manual: null,
        allocation: 'fixed_amount',
        allocationKey: null,
        targets,
        ...(marked.authors ? { authors: marked.authors } : {}),
      },
      actor,
      trx
    ).catch(atShares)
  await execute(
    `insert into rebilling_computations (source_type, source_id, source_version, setting_id, base_minor, computed_by)
     select 'expense_note_line', c.source_id, c.version, :settingId::bigint, c.base_minor, :userId::bigint
       from rebillable_costs c where c.source_type = 'expense_note_line' and c.document_id = :noteId on conflict do nothing`,
    { noteId: marked.id, settingId: marked.terms.settingId, userId: actor.userId },
    trx
  )
}

/** The parts of the cost, in proportion to what was approved; what nobody bears stays where it is. */
function partsOf({ shares, approvedMinor }: MarkedNote, baseMinor: number): NewCharges['targets'] {
  const asked = shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const weights = [...shares.map(({ amountMinor }) => BigInt(amountMinor)), BigInt(approvedMinor - asked)]
  const parts = shareOut(BigInt(baseMinor), weights)
  return shares
    .map(({ siteId }, place) => ({ siteId, percentage: null, amountMinor: Number(parts[place] ?? 0n) }))
    .filter(({ amountMinor }) => amountMinor > 0)
}

type Terms = Pick<
  NewCharges,
  | 'markupBasisPoints'
  | 'treatment'
  | 'vatCodeId'
  | 'settlement'
  | 'incomeAccount'
  | 'expenseAccount'
  | 'settingId'
>

/** Those of its rule, or what was chosen by hand; a debit note unless told. */
async function termsOf({ siteId, terms }: MarkedNote, trx: Transaction): Promise<Terms> {
  if (terms.settingId !== null) {
    const rule = await ruleOf(terms.settingId, siteId, trx)
    const { markupBasisPoints, treatment, vatCodeId, settlement, incomeAccount, expenseAccount } = rule
    return {
      markupBasisPoints,
      treatment,
      vatCodeId,
      settlement,
      incomeAccount,
      expenseAccount,
      settingId: rule.id,
    }
  }
  const treatment = terms.treatment ?? 'debit_note'
  if (!isTreatment(treatment))
    throw new DomainError('E_TREATMENT', 'El valor seleccionado no es válido.', { field: 'treatment' })
  return { markupBasisPoints: 0, treatment, vatCodeId: terms.vatCodeId, settlement: 'current_account' }
}

const isTreatment = (text: string): text is Treatment => Object.hasOwn(TREATMENTS, text)

/** The form of a note has one place for what is wrong with its costs or its companies. */
function atShares(error: unknown): never {
  if (isDomainError(error) && (error.field === 'costs' || error.field === 'targets'))
    throw new DomainError(error.code, error.message, { field: 'shares', cause: error })
  throw error
}

/** Whether a live charge takes anything of a note. */
export async function isNoteCharged(noteId: number, trx: Transaction): Promise<boolean> {
  const found = await row(
    `select 1 as found from rebilling_sources x join rebilling_transactions t on t.id = x.transaction_id join expense_note_lines l on l.id = x.source_id
      where x.source_type = 'expense_note_line' and l.note_id = :noteId and t.status not in ('discarded', 'rectified') and t.reverses_id is null limit 1`,
    { noteId },
    trx
  )
  return found !== null
}

/** Makes the charges of notes that were marked and have none yet. Gives how many notes. */
export async function chargeMarkedNotes(): Promise<number> {
  const marked = await rows<{ id: number }>(
    `select n.id from expense_notes n where n.rebilled_at is not null and n.status in ('approved', 'in_payment', 'paid') and exists (select 1 from expense_note_rebillings r where r.note_id = n.id)
        and not exists (select 1 from expense_note_lines l join rebilling_computations k on k.source_type = 'expense_note_line' and k.source_id = l.id and k.source_version = n.posting_version where l.note_id = n.id)
        and not exists (select 1 from expense_note_lines l join rebilling_sources x on x.source_type = 'expense_note_line' and x.source_id = l.id where l.note_id = n.id) order by n.id`
  )
  for (const { id } of marked) await inTransaction((trx) => chargeMarked(id, trx))
  return marked.length
}

async function chargeMarked(noteId: number, trx: Transaction): Promise<void> {
  const note = await row<{
    siteId: number
    name: string
    approvedMinor: number
    shares: NoteShare[]
    authors: (number | null)[]
  }>(
    `select n.site_id, n.number || ' de ' || n.claimant_name as name,
        (select sum(l.approved_minor) from expense_note_lines l where l.note_id = n.id and l.site_id is null)::bigint as approved_minor,
        (select jsonb_agg(jsonb_build_object('siteId', r.site_id, 'amountMinor', r.amount_minor) order by r.id) from expense_note_rebillings r where r.note_id = n.id) as shares,
        (select array_agg(distinct r.created_by) from expense_note_rebillings r where r.note_id = n.id) as authors
       from expense_notes n where n.id = :noteId for update`,
    { noteId },
    trx
  )
  if (!note || (await isNoteCharged(noteId, trx))) return
  const terms = { settingId: null, treatment: null, vatCodeId: null }
  const authors = note.authors.filter((author) => author !== null)
  await chargeNote({ ...note, id: noteId, terms, authors }, SYSTEM, trx)
}
