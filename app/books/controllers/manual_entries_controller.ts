import type { HttpContext } from '@adonisjs/core/http'
import { hiddenLedgerAccounts } from '#app/accounts/queries/account_scope'
import { viewerOf } from '#app/accounts/viewer'
import { discardManualEntry, postManualEntry, reverseManualEntry } from '#app/books/actions/move_manual_entry'
import { createManualEntry, updateManualEntry } from '#app/books/actions/save_manual_entry'
import { partnersOf } from '#app/books/group/partner_lines'
import ManualEntry, { type ManualLine } from '#app/books/models/manual_entry'
import { companiesFilter } from '#app/books/queries/book_scope'
import { findLedgerAccounts } from '#app/books/queries/find_ledger_accounts'
import { ENTRY_WORDS, manualEntriesList, SHOWS_NO_HIDDEN } from '#app/books/queries/list_manual_entries'
import { manualEntryPage } from '#app/books/queries/manual_entry_page'
import { scopedCompanies } from '#app/books/scoped'
import {
  approvalValidator,
  manualEntryValidator,
  newManualEntryValidator,
  reversalValidator,
} from '#app/books/validators/book_validator'
import { manualEntryWorkflow } from '#app/books/workflows/manual_entry_workflow'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, assertInScope, isInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { NotFound } from '#app/kernel/http/access_denied'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'
import { calendarDate } from '#app/kernel/time/calendar_date'

/** Asiento manual: drafted by one person, approved and so posted by another (area 01 §1). */
export default class ManualEntriesController {
  async index(ctx: HttpContext) {
    const filters = new QueryFilters(ctx)
      .oneOf('status', 'm.status', Object.keys(manualEntryWorkflow.states))
      .days('posted', 'm.posted_on')
    const { where, bindings } = companiesFilter(scopedCompanies(ctx), 'm.site_id')
    filters.add(where.join(' and '), bindings)
    filters.words(searchText(ctx), ENTRY_WORDS)
    const hidden = await this.hidden(ctx)
    if (hidden.length > 0) filters.add(SHOWS_NO_HIDDEN, { hidden })
    return ctx.inertia.render('books/manual_entries/index', {
      entries: await listOf(
        manualEntriesList,
        listRequest(ctx, manualEntriesList.definition),
        filters.filter
      ),
      canDraft: manualEntryWorkflow.available('draft', requireSignedIn(ctx).user.role).includes('edit'),
    })
  }

  async create(ctx: HttpContext) {
    return ctx.inertia.render('books/manual_entries/create', {})
  }

  /** Accounts of one company for the lines. */
  async accounts(ctx: HttpContext) {
    const siteId = Number(ctx.request.input('site_id'))
    if (!Number.isSafeInteger(siteId) || siteId <= 0) return ctx.response.send({ data: [] })
    await assertCompany(ctx, siteId)
    return ctx.response.send({
      data: await findLedgerAccounts(siteId, searchText(ctx), await this.hidden(ctx)),
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(newManualEntryValidator)
    await assertCompany(ctx, given.site_id)
    await assertPartners(ctx, given.lines.map(lineOf))
    const id = await createManualEntry(
      {
        siteId: given.site_id,
        postedOn: calendarDate(given.posted_on),
        description: given.description,
        lines: given.lines.map(lineOf),
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Borrador guardado: otra persona debe aprobarlo.')
    return ctx.response.redirect(`/accounts/journal/manual/${id}`)
  }

  async show(ctx: HttpContext) {
    const entry = await this.scoped(ctx)
    const viewer = viewerOf(requireSignedIn(ctx))
    const isForBoth = (await partnersOf(entry.lines)).every((id) => isInScope(ctx, id))
    return ctx.inertia.render('books/manual_entries/show', await manualEntryPage(entry, viewer, isForBoth))
  }

  async update(ctx: HttpContext) {
    const entry = await this.scoped(ctx)
    const given = await ctx.request.validateUsing(manualEntryValidator)
    await assertPartners(ctx, given.lines.map(lineOf))
    await updateManualEntry(
      entry.id,
      {
        postedOn: calendarDate(given.posted_on),
        description: given.description,
        lines: given.lines.map(lineOf),
        lockVersion: given.lock_version,
      },
      actorOf(ctx)
    )
    return this.done(ctx, 'Borrador guardado.')
  }

  async approve(ctx: HttpContext) {
    const entry = await this.scoped(ctx)
    await assertPartners(ctx, entry.lines)
    const { lock_version: lockVersion } = await ctx.request.validateUsing(approvalValidator)
    await postManualEntry(entry.id, lockVersion, actorOf(ctx))
    return this.done(ctx, 'Asiento aprobado y contabilizado.')
  }

  async discard(ctx: HttpContext) {
    await discardManualEntry((await this.scoped(ctx)).id, actorOf(ctx))
    return this.done(ctx, 'Borrador descartado.')
  }

  async reverse(ctx: HttpContext) {
    const entry = await this.scoped(ctx)
    await assertPartners(ctx, entry.lines)
    const { reason, posted_on: postedOn } = await ctx.request.validateUsing(reversalValidator)
    await reverseManualEntry(entry.id, { reason, postedOn: calendarDate(postedOn) }, actorOf(ctx))
    return this.done(ctx, 'Asiento anulado.')
  }

  private hidden(ctx: HttpContext): Promise<number[]> {
    return hiddenLedgerAccounts(requireSignedIn(ctx).user.id)
  }

  /** The entry of the route; 404 outside the caller's companies, and where it touches an account they may not look into. */
  private async scoped(ctx: HttpContext): Promise<ManualEntry> {
    const entry = await ManualEntry.findOrFail(Number(ctx.params.id))
    assertInScope(ctx, entry.siteId)
    const hidden = await this.hidden(ctx)
    if (entry.lines.some(({ accountId }) => hidden.includes(accountId))) throw new NotFound()
    return entry
  }

  private done(ctx: HttpContext, message: string) {
    ctx.session.flash('success', message)
    return ctx.response.redirect().withQs().back()
  }
}

type GivenLine = {
  account_id: number
  debit?: number
  credit?: number
  memo?: string | null
  counter_account_id?: number | null
}

const lineOf = ({ account_id, debit = 0, credit = 0, memo, counter_account_id }: GivenLine): ManualLine => ({
  accountId: account_id,
  amountMinor: debit - credit,
  memo: memo || null,
  ...(counter_account_id ? { counterAccountId: counter_account_id } : {}),
})

/** What is posted in another company’s book is for who keeps that one too. */
async function assertPartners(ctx: HttpContext, lines: readonly ManualLine[]): Promise<void> {
  for (const id of await partnersOf(lines)) assertInScope(ctx, id)
}
