import { listEvents } from '#app/audit/list_events'
import { isReviewedByAnother } from '#app/expenses/actions/review_lock'
import { TEMPLATE_KINDS } from '#app/expenses/actions/write_emails'
import { CATEGORIES, DOCUMENT_KINDS } from '#app/expenses/expense_categories'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { noteRebilling } from '#app/expenses/ports'
import { findPayeeBank } from '#app/expenses/queries/claimant'
import { readVatRates } from '#app/expenses/queries/expense_rules'
import { noteActions } from '#app/expenses/queries/list_notes'
import { listTemplates } from '#app/expenses/queries/list_templates'
import { askApproval, handsInNote, noteFingerprint } from '#app/expenses/queries/note_approval'
import { NOTICE_LABELS, noteDoubts } from '#app/expenses/queries/note_doubts'
import { linesOf, messagesOf, receiptsOf } from '#app/expenses/queries/note_parts'
import { noteBadge } from '#app/expenses/workflows/expense_note_workflow'
import { row, rows } from '#app/kernel/database/sql'
import { lastFour, maskIban } from '#app/kernel/identifiers/iban'
import { maskTaxId } from '#app/kernel/identifiers/personal_id'
import { optionsOf } from '#app/kernel/text/labels'
import { paymentsOf } from '#app/ledger/document_payments'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'

type Viewer = { id: number; role: string }

/** Everything the page of one note shows, with what this person may do with it now. */
export async function notePage(note: ExpenseNote, viewer: Viewer, scope: number[] | 'all') {
  const money = (minor: number) => ({ minor, currency: note.currency })
  const doubts = await noteDoubts(note)
  const approval = await approvalOf(note, viewer)
  return {
    note: {
      id: note.id,
      number: note.number,
      title: note.title,
      purpose: note.purpose,
      channel: note.channel,
      status: noteBadge(note.status),
      isOpen: note.status === 'in_review',
      total: money(note.totalMinor),
      vat: money(note.vatMinor),
      approved: money(note.approvedMinor),
      receivedAt: note.receivedAt.toISO() ?? '',
      claimant: {
        name: note.claimantName,
        taxId: maskTaxId(note.claimantTaxId),
        email: note.claimantEmail,
        iban: note.iban ? maskIban(note.iban) : null,
      },
      reviewer: note.reviewUserId === null ? null : await nameOf(note.reviewUserId),
      infoRequest: note.infoRequest,
      rejectionReason: note.rejectionReason,
      isIbanConfirmed: note.ibanConfirmedBy !== null,
      isRebilled: note.rebilledAt !== null,
      fingerprint: await noteFingerprint(note.id),
      lockVersion: note.lockVersion,
      actions: [
        ...noteActions(note, viewer).filter(
          (act) =>
            (act !== 'approve' || approval.canApprove) &&
            (act !== 'ask' || !isReviewedByAnother(note, viewer.id)) &&
            (act !== 'undo_approval' || note.rebilledAt === null)
        ),
        ...(approval.canOverride ? ['override'] : []),
        ...extraActions(
          note,
          viewer,
          doubts.some(({ code }) => code === 'iban_differs')
        ),
      ],
    },
    assigned: await assignedOf(note),
    lines: await linesOf(note),
    receipts: await receiptsOf(note.id),
    messages: await messagesOf(note.id),
    doubts: doubts.map(({ code, message }) => ({ code, label: NOTICE_LABELS[code], message })),
    approval,
    payments: await listPayments(note.id),
    rebillings: await rebillingsOf(note.id),
    charges: SENIOR.includes(viewer.role) ? await noteRebilling.one().listed(note.id, scope) : [],
    events: await listEvents('expense_note', note.id),
    options: await optionsFor(note, viewer, scope),
  }
}

const nameOf = async (userId: number) =>
  (await row<{ name: string }>(`select name from users where id = :userId`, { userId }))?.name ?? null

const STAFF = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad']
const SENIOR = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad']

function extraActions(note: ExpenseNote, { id, role }: Viewer, ibanDiffers: boolean): string[] {
  if (!STAFF.includes(role)) return []
  const isOwed = ['approved', 'in_payment', 'paid'].includes(note.status)
  return [
    'email',
    ...(note.status === 'in_review' ? [isReviewedByAnother(note, id) ? 'take_over' : 'edit'] : []),
    ...(note.status === 'in_review' && ibanDiffers && note.ibanConfirmedBy === null && SENIOR.includes(role)
      ? ['confirm_iban']
      : []),
    ...(isOwed && note.rebilledAt === null && SENIOR.includes(role) ? ['rebill'] : []),
  ]
}

async function approvalOf(note: ExpenseNote, viewer: Viewer) {
  const none = {
    canApprove: false,
    canOverride: false,
    required: note.requiredApprovals,
    decisions: await decisionsOf(note.id),
    candidates: [] as { name: string; reason: string | null }[],
  }
  if (note.status !== 'in_review' || note.siteId === null) return none
  const { question, required } = await askApproval(note, note.siteId)
  const candidates = await listCandidates(question)
  const hands = await handsInNote(note)
  return {
    ...none,
    required,
    canApprove:
      !hands.includes(viewer.id) &&
      candidates.some(({ userId, reason }) => userId === viewer.id && reason === null),
    canOverride: (await overrideHindrance(question, viewer.id)) === null,
    candidates: candidates.map(({ name, reason }) => ({ name, reason })),
  }
}

type Decision = { id: number; name: string; comment: string | null; isOverride: boolean; at: Date }

async function decisionsOf(noteId: number) {
  const found = await rows<Decision>(
    `select d.id, u.name, d.comment, d.is_override, d.decided_at as at from approval_decisions d join users u on u.id = d.user_id
      where d.document_type = 'expense_note' and d.document_id = :noteId and d.decision = 'approve' and d.revoked_at is null order by d.id`,
    { noteId }
  )
  return found.map(({ isOverride, at, ...decision }) => ({
    ...decision,
    isOverride,
    at: at.toISOString(),
  }))
}

type Choice = { value: string; label: string }

async function assignedOf(note: ExpenseNote) {
  const bank =
    note.employeeId === null && note.providerId === null
      ? null
      : await findPayeeBank({
          employeeId: note.employeeId,
          providerId: note.providerId,
          siteId: note.siteId,
          iban: note.iban,
        })
  return {
    site: await row<Choice>(
      `select id::text as value, code || ' · ' || coalesce(nullif(trade_name, ''), legal_name) as label from sites where id = :id`,
      { id: note.siteId }
    ),
    employee: await row<Choice>(
      `select id::text as value, full_name || ' · ' || code as label from employees where id = :id`,
      { id: note.employeeId }
    ),
    provider: await row<Choice>(
      `select id::text as value, legal_name as label from providers where id = :id`,
      { id: note.providerId }
    ),
    bank: bank ? `•••• ${lastFour(bank.iban)}` : null,
  }
}

const PAYMENTS_MAX = 20

/** The last payments of a note, the latest first. */
async function listPayments(noteId: number) {
  const payments = await paymentsOf('expense_note', [noteId])
  return payments
    .slice(-PAYMENTS_MAX)
    .toReversed()
    .map(({ id, number, status }) => ({ id, number, status }))
}

async function rebillingsOf(noteId: number) {
  const found = await rows<{ id: number; site: string; amountMinor: number }>(
    `select r.id, s.code as site, r.amount_minor from expense_note_rebillings r join sites s on s.id = r.site_id where r.note_id = :noteId order by r.id`,
    { noteId }
  )
  return found.map(({ amountMinor, ...share }) => ({
    ...share,
    amount: { minor: amountMinor, currency: 'EUR' },
  }))
}

async function optionsFor(note: ExpenseNote, { role }: Viewer, scope: number[] | 'all') {
  if (!STAFF.includes(role))
    return {
      sites: [],
      categories: [],
      documentKinds: [],
      vatCodes: [],
      templates: [],
      templateKinds: [],
      rebilling: null,
    }
  return {
    sites: await rows<Choice>(
      `select id::text as value, code || ' · ' || coalesce(nullif(trade_name, ''), legal_name) as label from sites
        where status = 'active' and (:all or id = any(:ids::bigint[])) order by code`,
      { all: scope === 'all', ids: scope === 'all' ? [] : scope }
    ),
    categories: optionsOf(CATEGORIES),
    documentKinds: optionsOf(DOCUMENT_KINDS),
    vatCodes: (await readVatRates(note.siteId)).map(({ id, name }) => ({ value: String(id), label: name })),
    templates: (await listTemplates()).filter(({ isActive }) => isActive),
    templateKinds: optionsOf(TEMPLATE_KINDS),
    rebilling:
      SENIOR.includes(role) && note.siteId !== null ? await noteRebilling.one().choices(note.siteId) : null,
  }
}
