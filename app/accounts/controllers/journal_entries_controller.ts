import type { HttpContext } from '@adonisjs/core/http'
import { reverseFreeEntry } from '#app/accounts/actions/reverse_free_entry'
import { hiddenLedgerAccounts, limitToSeenEntries } from '#app/accounts/queries/account_scope'
import { companiesFilter } from '#app/accounts/queries/book_scope'
import { entryPage } from '#app/accounts/queries/entry_page'
import { listAuthors } from '#app/accounts/queries/list_authors'
import { entriesList, JOURNAL_LABELS, listEntries } from '#app/accounts/queries/list_entries'
import {
  type FoundJournalLine,
  type JournalLineRow,
  journalLineRow,
  journalLinesList,
} from '#app/accounts/queries/list_journal_lines'
import { searchableText } from '#app/accounts/queries/payroll_detail'
import { scopedCompanies } from '#app/accounts/scoped'
import { reversalValidator } from '#app/accounts/validators/book_validator'
import { seesPayroll, viewerOf } from '#app/accounts/viewer'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { type Role, S, SC } from '#app/identity/roles'
import { calendarDate } from '#app/kernel/calendar_date'
import { NotFound } from '#app/kernel/http/access_denied'
import { type ExportColumn, exportList } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { optionsOf } from '#app/kernel/labels'

/** The libro diario: each entry with its lines. */
const columns: ExportColumn<JournalLineRow>[] = [
  { header: 'Ejercicio', value: (row) => row.year },
  { header: 'Asiento', value: (row) => row.entry_no, kind: 'number' },
  { header: 'Fecha', value: (row) => row.posted_on, kind: 'day' },
  { header: 'Empresa', value: (row) => row.site },
  { header: 'Diario', value: (row) => row.journal },
  { header: 'Concepto', value: (row) => row.description, width: 50 },
  { header: 'Cuenta', value: (row) => row.code, width: 14 },
  { header: 'Nombre de la cuenta', value: (row) => row.account, width: 36 },
  { header: 'Detalle', value: (row) => row.memo, width: 36 },
  { header: 'Contraparte', value: (row) => row.counterparty, width: 32 },
  { header: 'Documento', value: (row) => row.document, width: 18 },
  { header: 'Debe', value: (row) => row.debit, kind: 'amount' },
  { header: 'Haber', value: (row) => row.credit, kind: 'amount' },
  { header: 'Usuario', value: (row) => row.user },
]

/** Who keeps the books (area 00 §10). */
const REVERSERS: readonly Role[] = [S, SC]

/** Diario: the entries of the books, and each with its lines (area 01 §3). */
export default class JournalEntriesController {
  async index(ctx: HttpContext) {
    const showsPayroll = seesPayroll(viewerOf(requireSignedIn(ctx)))
    const filters = new QueryFilters(ctx)
      .oneOf('journal', 'e.journal', Object.keys(JOURNAL_LABELS))
      .days('posted', 'e.posted_on')
      .keys('created_by', 'e.created_by')
    const { where, bindings } = companiesFilter(scopedCompanies(ctx), 'e.site_id')
    filters.add(where.join(' and '), bindings)
    const text = searchText(ctx)
    if (/^\d{1,9}$/.test(text)) filters.add('e.entry_no = :entryNo', { entryNo: Number(text) })
    else filters.words(text, searchableText('e.description', showsPayroll))
    await limitToSeenEntries(requireSignedIn(ctx).user.id, filters.filter)
    const request = listRequest(ctx, entriesList)
    const exported = await exportList<FoundJournalLine, JournalLineRow>(ctx, {
      name: 'diario',
      definition: journalLinesList,
      request: { ...request, sort: 'posted_on', direction: 'asc' },
      filter: filters.filter,
      columns,
      toRow: (found) => journalLineRow(found, showsPayroll),
    })
    if (exported) return
    return ctx.inertia.render('accounts/journal/index', {
      entries: await listEntries(request, filters.filter, showsPayroll),
      users: await listAuthors(scopedCompanies(ctx)),
      journals: optionsOf(JOURNAL_LABELS),
    })
  }

  async show(ctx: HttpContext) {
    const { entry, lines } = await this.scoped(ctx)
    const { role } = requireSignedIn(ctx).user
    return ctx.inertia.render('accounts/journal/show', {
      entry: { ...entry, can_reverse: entry.is_free && REVERSERS.includes(role) },
      lines,
    })
  }

  /** Anula one that no document answers for. */
  async destroy(ctx: HttpContext) {
    const { entry } = await this.scoped(ctx)
    const { reason, posted_on: postedOn } = await ctx.request.validateUsing(reversalValidator)
    await reverseFreeEntry({ entryId: entry.id, reason, postedOn: calendarDate(postedOn) }, actorOf(ctx))
    ctx.session.flash('success', 'Asiento anulado.')
    return ctx.response.redirect().withQs().back()
  }

  /** The entry of the route; 404 outside the caller's companies, and where it touches an account they may not look into. */
  private async scoped(ctx: HttpContext) {
    const viewer = viewerOf(requireSignedIn(ctx))
    const page = await entryPage(Number(ctx.params.entry), seesPayroll(viewer))
    if (!page) throw new NotFound()
    assertInScope(ctx, page.siteId)
    const hidden = await hiddenLedgerAccounts(viewer.userId)
    if (page.accountIds.some((id) => hidden.includes(id))) throw new NotFound()
    return page
  }
}
