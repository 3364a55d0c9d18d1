import { type Actor, recordEvent } from '#app/audit/record_event'
import { insertLines } from '#app/expenses/actions/insert_lines'
import { keepReceipts, refuseUnfit, type SentReceipt } from '#app/expenses/actions/keep_receipts'
import { keepDoubts, lockNote } from '#app/expenses/actions/note_state'
import { type LineDraft, type PreparedLine, prepareLines } from '#app/expenses/prepare_lines'
import { noteUse } from '#app/expenses/public/form_uses'
import { makeNoteLink } from '#app/expenses/public/note_link'
import { findClaimant } from '#app/expenses/queries/claimant'
import { readLimits, readPolicies, readVatRates } from '#app/expenses/queries/expense_rules'
import { findTwins } from '#app/expenses/queries/note_doubts'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { findRate } from '#app/ledger/queries/fx_rates'
import { queueMail } from '#app/mail/queue_mail'

export type NoteDraft = {
  siteId: number | null
  /** Of whom it is, where somebody of the house says so; found by the tax number otherwise. */
  employeeId: number | null
  name: string
  taxId: string
  email: string | null
  iban: string | null
  title: string
  purpose: string | null
  lines: LineDraft[]
  receipts: SentReceipt[]
}

type Sent = {
  channel: 'public' | 'internal'
  actor: Actor
  /** Of the stamp of a public form: the same one twice is the same note. */
  stampHash?: string
}
export type Submitted = { noteId: number; number: string; token: string }

/**
 * Takes in an expense note with its receipts, all or nothing: finds whose it is, works out its lines, notes what is
 * doubtful, mails the link to its status and sends the receipts to be read. Throws at `lines.{n}.{field}` and `files.{n}`.
 */
export async function submitNote(draft: NoteDraft, { channel, actor, stampHash }: Sent): Promise<Submitted> {
  await refuseUnfit(draft.receipts)
  return inTransaction(async (trx) => {
    const claimant =
      draft.employeeId === null
        ? await findClaimant({ taxId: draft.taxId, siteId: draft.siteId }, trx)
        : { employeeId: draft.employeeId, providerId: null, siteId: draft.siteId }
    const lines = await workOut(draft.lines, claimant.siteId, trx)
    const { id, number } = await insertNote({ ...draft, ...claimant }, lines, { channel, actor }, trx)
    const lineIds = await insertLines(id, lines, trx)
    await keepReceipts({ noteId: id, number, siteId: claimant.siteId, lineIds }, draft.receipts, actor, trx)
    const [twin] = await findTwins(id, trx)
    if (twin)
      await execute(
        `update expense_notes set duplicate_of_id = :twin where id = :id`,
        { id, twin: twin.id },
        trx
      )
    await keepDoubts(await lockNote(id, trx), trx)
    await recordEvent(
      {
        actor,
        objectType: 'expense_note',
        objectId: id,
        siteId: claimant.siteId,
        event: 'expense_note.submitted',
        to: 'received',
      },
      trx
    )
    const { token, url } = await makeNoteLink(id, trx)
    if (draft.email) await mailLink({ id, number, email: draft.email, name: draft.name, url }, trx)
    if (stampHash) await noteUse(stampHash, number, trx)
    return { noteId: id, number, token }
  })
}

/** Lines with everything worked out by the rules of the company and the rates of their days. */
export async function workOut(
  drafts: readonly LineDraft[],
  siteId: number | null,
  trx: Transaction
): Promise<PreparedLine[]> {
  const rates = await ratesOf(drafts, trx)
  return prepareLines(drafts, {
    policies: await readPolicies(siteId, trx),
    limits: await readLimits(trx),
    vatRates: await readVatRates(siteId, trx),
    rateOf: (currency, day) => rates.get(`${currency} ${day}`) ?? null,
  })
}

async function ratesOf(drafts: readonly LineDraft[], trx: Transaction): Promise<Map<string, string>> {
  const foreign = drafts.filter(({ currency }) => currency !== 'EUR')
  const found = new Map<string, string>()
  for (const { currency, spentOn } of foreign) {
    const rate = await findRate(currency, spentOn, trx)
    if (rate) found.set(`${currency} ${spentOn}`, rate.rate)
  }
  return found
}

type Claimed = NoteDraft & { providerId: number | null }

async function insertNote(
  draft: Claimed,
  lines: readonly PreparedLine[],
  { channel, actor }: Sent,
  trx: Transaction
): Promise<{ id: number; number: string }> {
  const sum = (field: 'totalMinor' | 'vatMinor') => lines.reduce((total, line) => total + line[field], 0)
  return oneRow(
    `insert into expense_notes (number, channel, site_id, employee_id, provider_id, claimant_name, claimant_tax_id, claimant_email, iban, title, purpose,
        total_minor, vat_minor, approved_minor, source_ip, user_agent, created_by, updated_by)
     select 'NG-' || :year || '-' || lpad(n::text, greatest(4, length(n::text)), '0'), :channel, :siteId::bigint, :employeeId::bigint, :providerId::bigint, :name, :taxId, :email, :iban, :title, :purpose,
        :totalMinor::bigint, :vatMinor::bigint, :totalMinor::bigint, :ip::inet, :userAgent, :userId::bigint, :userId::bigint from nextval('expense_note_numbers') n
     returning id, number`,
    {
      year: today().slice(0, 4),
      channel,
      siteId: draft.siteId,
      employeeId: draft.employeeId,
      providerId: draft.providerId,
      name: draft.name,
      taxId: draft.taxId,
      email: draft.email,
      iban: draft.iban,
      title: draft.title,
      purpose: draft.purpose,
      totalMinor: sum('totalMinor'),
      vatMinor: sum('vatMinor'),
      ip: channel === 'public' ? (actor.ip ?? null) : null,
      userAgent: channel === 'public' ? (actor.userAgent?.slice(0, 300) ?? null) : null,
      userId: actor.userId,
    },
    trx
  )
}

function mailLink(
  { id, number, email, name, url }: { id: number; number: string; email: string; name: string; url: string },
  trx: Transaction
): Promise<number> {
  return queueMail(
    {
      to: email,
      subject: `Nota de gastos recibida: ${number}`,
      body: `${name}:\n\nHemos recibido su nota de gastos ${number}.\n\nPuede ver su estado, responder y añadir justificantes aquí:\n\n${url}\n\nEl enlace es secreto: no lo reenvíe. Le escribiremos cuando su estado cambie.`,
      objectType: 'expense_note',
      objectId: id,
    },
    trx
  )
}
