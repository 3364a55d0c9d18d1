import type User from '#app/identity/models/user'
import { A, S, SC } from '#app/identity/roles'
import { showJudged } from '#app/invoices/auditing/show_judged'
import type Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { readPlaces } from '#app/invoices/queries/page/read_places'
import {
  listCurrencies,
  showEntry,
  showLines,
  showPayments,
  showTaxGroups,
} from '#app/invoices/queries/page/show_amounts'
import { showDue } from '#app/invoices/queries/page/show_due'
import {
  paymentBadge,
  showFiles,
  showOriginals,
  showParties,
  statusBadge,
} from '#app/invoices/queries/page/show_invoice'
import { showAlarms, showApprovers, showDecisions } from '#app/invoices/queries/page/show_judgements'
import { showLog } from '#app/invoices/queries/page/show_log'
import { showNeighbours, showParts } from '#app/invoices/queries/page/show_neighbours'
import { directLimit, showSubmission } from '#app/invoices/queries/page/show_submission'
import { showTurnedDown } from '#app/invoices/queries/page/show_turned_down'
import { tiedProfiles } from '#app/invoices/queries/tied_profiles'
import { invoiceWorkflow, isEditable } from '#app/invoices/workflows/invoice_workflow'
import { row } from '#app/kernel/database/sql'
import { maskIban } from '#app/kernel/identifiers/iban'
import { plainDecimal } from '#app/kernel/text/plain_decimal'
import { otherKindOf } from '#app/reading/doc_kinds'
import type { ReadSignature } from '#app/reading/structured/verify_signature'

/** Everything that the review page shows of one invoice, as it shows it. Money is `{minor, currency}`. */
export async function invoicePage(invoice: Invoice, user: User, siteIds: number[] | 'all') {
  const scope = { siteIds, hasSharedInbox: user.sharedInbox }
  const approvers = await showApprovers(invoice, user.id)
  const asApprover = approvers.candidates.filter(({ userId }) => userId === user.id)
  return {
    invoice: await headOf(invoice, user.role),
    canApprove: asApprover.some(({ reason }) => reason === null),
    whyNot: asApprover[0]?.reason ?? null,
    approvers,
    ...(await showParties(invoice)),
    lines: await linesOf(invoice),
    taxGroups: await taxGroupsOf(invoice),
    alarms: await showAlarms(invoice.id, scope),
    decisions: await showDecisions(invoice.id),
    entry: await entryOf(invoice.id),
    log: await showLog(invoice.id, invoice.currency),
    payments: (await showPayments(invoice.id)).map(({ amountMinor, currency, ...payment }) => ({
      ...payment,
      amount: { minor: amountMinor, currency },
    })),
    files: await showFiles(invoice.id),
    neighbours: await showNeighbours(invoice, scope),
    originals: (await showOriginals(invoice)).map(({ totalMinor, currency, ...original }) => ({
      ...original,
      total: { minor: totalMinor, currency },
    })),
    currencies: await listCurrencies(),
    submission: await showSubmission(invoice),
    places: readPlaces(invoice.reading),
    document: await documentOf(invoice),
    parts: await showParts(invoice, scope),
    turnedDown: await showTurnedDown(invoice),
    judged: await showJudged(invoice.id, scope),
  }
}

/** The lines of the invoice, each with the expense profiles it may be tied to. */
async function linesOf({ id, currency }: Invoice) {
  const lines = await showLines(id)
  const tied = await tiedProfiles(id)
  return lines.map(({ baseMinor, vatMinor, withholdingMinor, ...line }) => ({
    ...line,
    base: { minor: baseMinor, currency },
    vat: { minor: vatMinor, currency },
    withholding: { minor: withholdingMinor, currency },
    choices: tied.filter(({ lineId }) => lineId === line.id),
  }))
}

async function taxGroupsOf({ id, currency }: Invoice) {
  const groups = await showTaxGroups(id)
  return groups.map(({ baseMinor, vatMinor, surchargeMinor, ...group }) => ({
    ...group,
    base: { minor: baseMinor, currency },
    vat: { minor: vatMinor, currency },
    surcharge: { minor: surchargeMinor, currency },
  }))
}

/** The lines of its journal entry, with what they say in another currency than the company's. */
async function entryOf(invoiceId: number) {
  const lines = await showEntry(invoiceId)
  return lines.map(({ baseMinor, baseCurrency, amountMinor, currency, ...line }) => ({
    ...line,
    amount: { minor: baseMinor, currency: baseCurrency },
    foreign: currency === baseCurrency ? null : { minor: amountMinor, currency },
  }))
}

/** The invoice itself: its state, its amounts, and what its reader may do with it. */
async function headOf(invoice: Invoice, role: string) {
  const money = (minor: number) => ({ minor, currency: invoice.currency })
  const reading = invoice.reading as { kind?: string; error?: string; signature?: ReadSignature } | null
  return {
    id: invoice.id,
    reference: invoice.reference,
    status: statusBadge(invoice),
    state: invoice.status,
    payment: paymentBadge(invoice),
    docType: invoice.docType,
    number: invoice.invoiceNumber,
    concept: invoice.concept,
    issuedOn: invoice.issuedOn,
    dueOn: invoice.dueOn,
    postedOn: invoice.postedOn,
    currency: invoice.currency,
    fxRate: invoice.fxRate === null ? null : plainDecimal(invoice.fxRate),
    fxRateIsManual: invoice.fxRateIsManual,
    worth: invoice.fxRate === null ? null : { minor: invoice.worthMinor, currency: invoice.worthCurrency },
    base: money(invoice.baseMinor),
    vat: money(invoice.vatMinor),
    surcharge: money(invoice.surchargeMinor),
    withholding: money(invoice.withholdingMinor),
    supplied: money(invoice.suppliedMinor),
    total: money(invoice.totalMinor),
    outstanding: money(invoice.outstandingMinor),
    due: await showDue(invoice),
    otherKind: otherKindOf(invoice.docType),
    kindReason: invoice.kindReason,
    addsUp: invoice.addsUp,
    ibanDetected: invoice.ibanDetected ? maskIban(invoice.ibanDetected) : null,
    providerBankId: invoice.providerBankId,
    rectifiesInvoiceId: invoice.rectifiesInvoiceId,
    rectificationNote: invoice.rectificationNote,
    isUrgent: invoice.priority === 'urgent',
    operationOn: invoice.operationOn,
    vatPeriod: invoice.vatPeriod,
    holdUntil: invoice.holdUntil,
    in347: invoice.in347,
    isInQuarantine: invoice.isInQuarantine,
    directLimit: await directLimit(invoice),
    readingError: reading?.error ?? null,
    readingKind: reading?.kind ?? null,
    signature: reading?.signature ?? null,
    fingerprint: await invoiceFingerprint(invoice.id),
    lockVersion: invoice.lockVersion,
    actions: actionsOf(invoice, role),
    isEditable: isEditable(invoice.status),
  }
}

const RELEASERS: readonly string[] = [S, A, SC]
/** What is only done with an invoice. */
const AS_INVOICE: readonly string[] = ['submit', 'book_directly', 'approve', 'book']

function actionsOf(invoice: Invoice, role: string): string[] {
  const offered: string[] = invoiceWorkflow
    .available(invoice.status, role)
    .filter((name) => otherKindOf(invoice.docType) === null || !AS_INVOICE.includes(name))
    .filter((name) => !invoice.isInQuarantine || !['submit', 'book_directly'].includes(name))
    .filter((name) => name !== (invoice.journalEntryId === null ? 'resolve_booked' : 'resolve_approved'))
  const releases =
    invoice.status === 'booked' && RELEASERS.includes(role)
      ? [
          ...(invoice.retainedOpenMinor === 0 ? [] : ['release_retention']),
          ...(invoice.priorOpenMinor === 0 ? [] : ['release_prior']),
        ]
      : []
  return [...offered, ...releases, ...(invoice.status === 'analysing' ? ['cancel_reading'] : [])]
}

/** Pages of the original as pictures, and the words on them, for the viewer; null for an XML. */
async function documentOf({ id: invoiceId, reading }: Invoice) {
  const job = await row<{
    fileId: number
    mime: string
    pages: { width: number; height: number; words: { text: string; box: number[] }[] }[] | null
    pageCount: number | null
  }>(
    `select f.id as file_id, f.mime, j.result -> 'pages' as pages, j.pages as page_count from invoice_files i join files f on f.id = i.file_id
       left join ocr_jobs j on j.file_sha256 = f.sha256 and j.status = 'done' where i.invoice_id = :invoiceId and i.kind in ('original', 'attachment') order by i.kind = 'original' desc, i.id, j.id desc limit 1`,
    { invoiceId }
  )
  if (!job || job.mime === 'application/xml') return null
  const { pages: own = [] } = (reading ?? {}) as { pages?: number[] }
  const pages =
    own.length > 0 ? own : Array.from({ length: Math.max(1, job.pageCount ?? 1) }, (_, index) => index + 1)
  return {
    /** The pages of the file that are this invoice's; boxes and words count them from 1. */
    numbers: pages,
    pages: pages.map((page) => `/invoices/${invoiceId}/pages/${page}`),
    words: pages.flatMap((page, index) =>
      (job.pages?.[page - 1]?.words ?? []).slice(0, 3000).map((word) => ({
        page: index + 1,
        text: word.text,
        box: word.box as [number, number, number, number],
      }))
    ),
  }
}
