import type { HttpContext } from '@adonisjs/core/http'
import { hiddenLedgerAccounts, limitToSeenEntries } from '#app/accounts/queries/account_scope'
import { searchableText } from '#app/accounts/queries/payroll_detail'
import { canKeepBooks, seesPayroll, viewerOf } from '#app/accounts/viewer'
import { reverseFreeEntry } from '#app/books/actions/reverse_free_entry'
import { companiesFilter } from '#app/books/queries/book_scope'
import { entryPage } from '#app/books/queries/entry_page'
import { listAuthors } from '#app/books/queries/list_authors'
import { entriesListFor, HAS_NUMBER, JOURNAL_LABELS } from '#app/books/queries/list_entries'
import { journalLinesListFor } from '#app/books/queries/list_journal_lines'
import { scopedCompanies } from '#app/books/scoped'
import { reversalValidator } from '#app/books/validators/book_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'
import { calendarDate } from '#app/kernel/time/calendar_date'

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
    if (/^\d{1,9}$/.test(text)) filters.add(HAS_NUMBER, { entryNo: Number(text) })
    else filters.words(text, searchableText('e.description', showsPayroll))
    await limitToSeenEntries(requireSignedIn(ctx).user.id, filters.filter)
    const list = entriesListFor(showsPayroll)
    const request = listRequest(ctx, list.definition)
    const lines = {
      request: { ...request, sort: 'posted_on', direction: 'asc' as const },
      filter: filters.filter,
    }
    if (await exportDeclared(ctx, journalLinesListFor(showsPayroll), lines)) return
    return ctx.inertia.render('books/journal/index', {
      entries: await listOf(list, request, filters.filter),
      users: await listAuthors(scopedCompanies(ctx)),
      journals: optionsOf(JOURNAL_LABELS),
    })
  }

  async show(ctx: HttpContext) {
    const { entry, lines } = await this.scoped(ctx)
    return ctx.inertia.render('books/journal/show', {
      entry: { ...entry, canReverse: entry.isFree && canKeepBooks(requireSignedIn(ctx).user) },
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
